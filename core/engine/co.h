// SPDX-License-Identifier: GPL-3.0-or-later
// The coroutine type in which simulated activities are written. Frames come from a pool; a Co owns its frame, so that
// activities which are still suspended at the end of a run are destroyed with it.
#pragma once

#include "core/engine/frame_pool.h"

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace sluice::engine {

template <class T = void>
class Co;

namespace detail {

struct FinalAwaiter {
    bool await_ready() const noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> h) const noexcept {
        return h.promise().continuation;
    }
    void await_resume() const noexcept { }
};

struct PromiseBase {
    /// Whoever waits for the end; nobody while the coroutine has not waited for anything yet.
    std::coroutine_handle<> continuation = std::noop_coroutine();

    static void* operator new(std::size_t n) { return FramePool::allocate(n); }
    static void operator delete(void* p, std::size_t n) { FramePool::release(p, n); }

    std::suspend_always initial_suspend() const noexcept { return {}; }
    FinalAwaiter final_suspend() const noexcept { return {}; }
    /// Model code does not throw; an exception is a defect and ends the program.
    [[noreturn]] void unhandled_exception() const noexcept { std::terminate(); }
};

template <class T>
struct Promise : PromiseBase {
    std::optional<T> value;
    Co<T> get_return_object();
    template <class U>
    void return_value(U&& v) {
        value.emplace(std::forward<U>(v));
    }
};

template <>
struct Promise<void> : PromiseBase {
    Co<void> get_return_object();
    void return_void() const noexcept { }
};

} // namespace detail

/// A lazily started activity. `co_await` it from another one, or give it to a thread as its body.
template <class T>
class [[nodiscard]] Co {
public:
    using promise_type = detail::Promise<T>;
    using Handle = std::coroutine_handle<promise_type>;

    Co() = default;
    explicit Co(Handle h)
        : handle_(h) { }
    Co(Co&& o) noexcept
        : handle_(std::exchange(o.handle_, {})) { }
    Co& operator=(Co&& o) noexcept {
        std::swap(handle_, o.handle_);
        return *this;
    }
    ~Co() {
        if (handle_)
            handle_.destroy();
    }

    Handle handle() const { return handle_; }
    bool done() const { return !handle_ || handle_.done(); }

    auto operator co_await() const noexcept {
        struct Awaiter {
            Handle callee;
            /// An empty Co has nothing to do. Any other begins at once, on the caller's stack; if it never waits, the
            /// caller is not suspended at all, and a loop of such calls needs no tail calls to keep the stack short.
            bool await_ready() const {
                if (!callee)
                    return true;
                callee.resume();
                return callee.done();
            }
            void await_suspend(std::coroutine_handle<> caller) const noexcept {
                callee.promise().continuation = caller;
            }
            T await_resume() const {
                if constexpr (!std::is_void_v<T>)
                    return std::move(*callee.promise().value);
            }
        };
        return Awaiter{handle_};
    }

private:
    Handle handle_;
};

namespace detail {
template <class T>
Co<T> Promise<T>::get_return_object() {
    return Co<T>(std::coroutine_handle<Promise<T>>::from_promise(*this));
}
inline Co<void> Promise<void>::get_return_object() {
    return Co<void>(std::coroutine_handle<Promise<void>>::from_promise(*this));
}
} // namespace detail

} // namespace sluice::engine
