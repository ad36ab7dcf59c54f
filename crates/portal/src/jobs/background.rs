//! The threads of work that nobody waits for at a screen. They stand behind all others of the machine where processors are short: an
//! import has all that is idle, and pages stay as quick as without it.

use std::future::Future;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// Threads that drive jobs; what blocks gets further ones. More than processors: a change that others wait for must not stand behind pages
/// that are read and decided.
const THREADS: usize = 4;

/// A runtime for background work. What it opens may be in use elsewhere: let it end last.
#[derive(Debug)]
pub struct Background(Option<Runtime>);

impl Background {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system has none left.
    pub fn start() -> std::io::Result<Self> {
        let step_back = step_back();
        let threads = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("background")
            .on_thread_start(step_back)
            .enable_all()
            .build();
        Ok(Self(Some(threads?)))
    }

    /// Does work on these threads.
    ///
    /// # Panics
    /// Never: the threads are there as long as this value.
    pub fn spawn<W>(&self, work: W) -> JoinHandle<W::Output>
    where
        W: Future<Output: Send> + Send + 'static,
    {
        self.0.as_ref().expect("threads, which only the end takes away").spawn(work)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // Waiting for the threads is forbidden where this usually ends, within another runtime.
        if let Some(threads) = self.0.take() {
            threads.shutdown_background();
        }
    }
}

/// Lets the thread that calls what is given come behind this one. Only Linux knows a priority of threads.
fn step_back() -> impl Fn() + Send + Sync + 'static {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};

        const STEP: i32 = 10;
        const LAST: i32 = 19;
        let behind = getpriority_process(None).ok().map(|own| (own + STEP).min(LAST));
        // Where the system refuses, others lose some time.
        move || _ = behind.map(|behind| setpriority_process(None, behind))
    }
    #[cfg(not(target_os = "linux"))]
    || ()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn background_work_steps_back_and_nobody_else_does() {
        let priority = || rustix::process::getpriority_process(None).expect("a priority");
        let before = priority();
        let background = Background::start().expect("threads");
        let blocking = move || async move { tokio::task::spawn_blocking(priority).await.expect("a priority") };
        let behind = background.spawn(async move { [priority(), blocking().await] }).await.expect("priorities");
        assert!(behind.iter().all(|behind| *behind > before || before == 19), "{behind:?} beside {before}");
        assert_eq!([priority(), blocking().await], [before; 2]);
    }
}
