//! Matching from two CSV files to written matches: how much is found and asked, in which time and memory. Each set is lined up by a process
//! of its own, which tells what it took. Beside them stand pairs of people who look alike; none may be merged without a question.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use domain::census::line_up::line_up;
use domain::census::matching::{Candidate, Row as CensusRow, Verdict, match_rows};
use domain::examples::linkage::{Habits, Linkage, linkage, tempting_pairs};
use domain::ids::MemberId;

use crate::table::Row;

/// How the process is called that lines up the files of a folder.
const LINE_UP: &str = "--line-up=";
/// Folders of labelled sets, beside our own.
const SETS: &str = "--sets=";

/// People on either side of the invented sets, and the part of F1 that may be missing, in ten thousandths, at each level of noise.
const PEOPLE: usize = 100_000;
const NOISE: [(&str, f64, f64); 3] =
    [("ordinary", 1.0, 15.0), ("twice the errors", 2.0, 50.0), ("three times", 3.0, 115.0)];
/// Of 10,000 rows of an ordinary file a person is asked about so many at most.
const ORDINARY_QUESTIONS: f64 = 60.0;
/// How many pairs of two people are tried, and the size of the group they join in the second try.
const PAIRS: usize = 2000;
const GROUP: usize = 200;
/// The share of members for whom a relative has come, and what may be missing of F1 then.
const RELATIVES: f64 = 0.02;
const RELATIVES_MISSING: f64 = 30.0;
const CPU_SECONDS: f64 = 3.0;
const MEGABYTES: f64 = 250.0;

/// Lines up the files of a folder when this process was started for that, and tells what it took.
pub fn line_up_when_asked(said: &[String]) -> Option<anyhow::Result<()>> {
    let folder = said.iter().find_map(|argument| argument.strip_prefix(LINE_UP))?;
    Some(lined_up(Path::new(folder)))
}

fn lined_up(folder: &Path) -> anyhow::Result<()> {
    let open = |name: &str| File::open(folder.join(name)).with_context(|| format!("opening {name}"));
    let sink = BufWriter::new(File::create(folder_of_matches(folder)?)?);
    let lined_up = line_up(open("roster.csv")?, open("census.csv")?, 0.5, sink)?;
    let told = fs::read_to_string("/proc/self/status")?;
    let most = told.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM")?;
    let nanoseconds = fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds = nanoseconds.split(' ').next().unwrap_or_default();
    let asked = 10_000.0 * lined_up.questions as f64 / lined_up.rows.max(1) as f64;
    println!("{nanoseconds} {} {asked}", most.trim().trim_end_matches(" kB"));
    Ok(())
}

/// Labelled sets may lie where nothing can be written.
fn folder_of_matches(folder: &Path) -> anyhow::Result<PathBuf> {
    let name = folder.file_name().context("a folder with a name")?.to_string_lossy().into_owned();
    Ok(std::env::temp_dir().join(format!("ledgerwell-matches-{name}.csv")))
}

/// The rows of all sets.
pub fn rows(said: &[String]) -> anyhow::Result<Vec<Row>> {
    let invented = tempfile::tempdir()?;
    let mut rows = vec![merged_in_silence()];
    for (name, noise, most_missing) in NOISE {
        let folder = invented.path().join(format!("noise-{noise}"));
        write(&folder, &linkage(PEOPLE, Habits::noisy(noise), 17))?;
        let name = format!("{PEOPLE} people, {name}");
        rows.extend(measured(&name, &folder, Some(most_missing))?);
    }
    let folder = invented.path().join("relatives");
    write(&folder, &linkage(PEOPLE, Habits { replaced: RELATIVES, ..Habits::noisy(1.0) }, 17))?;
    rows.extend(measured(&format!("{PEOPLE} people, relatives in their place"), &folder, Some(RELATIVES_MISSING))?);
    for sets in said.iter().filter_map(|argument| argument.strip_prefix(SETS)) {
        let mut folders: Vec<PathBuf> =
            fs::read_dir(sets)?.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
        folders.sort();
        for folder in folders.iter().filter(|folder| folder.join("truth.csv").is_file()) {
            rows.extend(measured(&folder.file_name().unwrap_or_default().to_string_lossy(), folder, None)?);
        }
    }
    Ok(rows)
}

/// How many of the pairs are merged without a question: each alone, and all as newcomers of groups.
fn merged_in_silence() -> Row {
    let pairs = tempting_pairs(PAIRS, 28);
    let alone = pairs.iter().filter(|pair| {
        let member = Candidate { id: MemberId(1), person: pair.member(), primary: None };
        let row = CensusRow { number: 1, person: pair.row(), primary_row: None, threshold: 0.5 };
        match_rows(&[row], &[member])[0].verdict == Verdict::Matched
    });
    let group = linkage(GROUP, Habits::noisy(1.0), 28);
    let among = pairs.iter().filter(|pair| {
        let (mut members, mut rows) = (group.members(false), group.rows(false));
        members.push(Candidate { id: MemberId(i64::MAX), person: pair.member(), primary: None });
        rows.push(CensusRow { number: u32::MAX, person: pair.row(), primary_row: None, threshold: 0.5 });
        match_rows(&rows, &members).last().is_some_and(|answer| answer.verdict == Verdict::Matched)
    });
    let merged = (alone.count() + among.count()) as f64;
    Row::figure(format!("matching {PAIRS} pairs of two people, merged in silence"), "", merged).under(1.0)
}

fn write(folder: &Path, set: &Linkage) -> anyhow::Result<()> {
    fs::create_dir(folder)?;
    fs::write(folder.join("roster.csv"), Linkage::csv("roster_id", &set.roster))?;
    fs::write(folder.join("census.csv"), Linkage::csv("census_row", &set.census))?;
    let links = set.truth.iter().enumerate();
    let links =
        links.map(|(row, member)| format!("{row},{}\n", member.map_or_else(String::new, |member| member.to_string())));
    fs::write(folder.join("truth.csv"), "census_row,roster_id\n".to_owned() + &links.collect::<String>())?;
    Ok(())
}

/// What is missing of F1, time and memory of one set.
fn measured(name: &str, folder: &Path, most_missing: Option<f64>) -> anyhow::Result<Vec<Row>> {
    let is_ordinary = name.ends_with("ordinary");
    let output = Command::new(std::env::current_exe()?).arg(format!("{LINE_UP}{}", folder.display())).output()?;
    let told = String::from_utf8(output.stdout)?;
    ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let mut told = told.split_whitespace();
    let (nanoseconds, kilobytes) = told.next().zip(told.next()).context("time and memory")?;
    let asked: f64 = told.next().context("questions")?.parse()?;
    let (precision, recall) = compared(&links(&folder.join("truth.csv"))?, &links(&folder_of_matches(folder)?)?);
    let f1 = 2.0 * precision * recall / (precision + recall);
    println!("{name}: precision {precision:.4}, recall {recall:.4}, F1 {f1:.4}");
    let missing = Row::figure(format!("matching {name}, 10,000 x (1 - F1)"), "", 10_000.0 * (1.0 - f1));
    let cpu = Row::figure(format!("matching {name}, processor"), "s", nanoseconds.parse::<f64>()? / 1e9);
    let memory = Row::size(format!("matching {name}, most resident"), "MB", kilobytes.trim().parse::<u64>()? * 1024);
    let questions = Row::figure(format!("matching {name}, questions of 10,000 rows"), "", asked);
    let questions = if is_ordinary { questions.under(ORDINARY_QUESTIONS) } else { questions };
    Ok(match most_missing {
        Some(most) => vec![missing.under(most), questions, cpu.under(CPU_SECONDS), memory.under(MEGABYTES)],
        None => vec![missing, questions, cpu, memory],
    })
}

/// The member of each row of a file whose first columns are these; rows of nobody are left out.
fn links(file: &Path) -> anyhow::Result<HashMap<String, String>> {
    let text = fs::read_to_string(file)?;
    let pairs = text.lines().skip(1).filter_map(|line| {
        let mut cells = line.split(',');
        Some((cells.next()?.to_owned(), cells.next()?.to_owned()))
    });
    Ok(pairs.filter(|(_, member)| !member.is_empty()).collect())
}

/// Precision and recall.
fn compared(truth: &HashMap<String, String>, found: &HashMap<String, String>) -> (f64, f64) {
    let right = found.iter().filter(|(row, member)| truth.get(*row) == Some(member)).count() as f64;
    (right / found.len().max(1) as f64, right / truth.len().max(1) as f64)
}
