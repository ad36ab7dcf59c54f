//! The most memory that this process has held since it was last asked to forget it (Linux).

use anyhow::Context as _;

/// Forgets how much it was.
pub fn forget_peak() -> anyhow::Result<()> {
    std::fs::write("/proc/self/clear_refs", "5").context("the peak is forgotten")
}

/// The most bytes since.
pub fn peak() -> anyhow::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("a peak")?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes * 1024)
}
