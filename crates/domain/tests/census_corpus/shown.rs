//! What was understood of a file, as a text that a person can read and compare.

use domain::census::by_default::{ByDefault, ShownRow};
use domain::census::changes::{FieldChange, Outcome};
use domain::census::columns::How;
use domain::census::questions::Question;
use domain::census::{Field, Ignored, Issue, Record, RowState, Severity};
use domain::members::Status;

use crate::TODAY;
use crate::entry::{Entry, Head};
use crate::reading::{self, Read, Row};
use crate::roster::{Effect, Roster};

/// What comes of an entry.
pub fn outcome(entry: &Entry) -> String {
    let before = entry.before.as_ref().map(|before| {
        let read = reading::read(before, &Head::default(), &Roster::default().dependents());
        assert!(read.refused.is_none() && !read.stops, "{}: the list of members is not read", entry.name);
        Roster::of(&read.rows)
    });
    let dependents = before.as_ref().unwrap_or(&Roster::default()).dependents();
    let read = reading::read(&entry.census, &entry.head, &dependents);
    if let Some(refused) = &read.refused {
        return format!("refused: {refused}\n");
    }
    let mut text = format!("read: {}\n", read.form);
    paragraph(
        &mut text,
        "columns:",
        read.columns.iter().zip(&read.families).map(|(column, family)| {
            let heading = if column.heading.is_empty() { "(blank)" } else { &column.heading };
            match column.field {
                Some(field) if column.how == How::Known => format!("{heading} = {}", field.name()),
                Some(field) => format!("{heading} = {} ({:?})", field.name(), column.how),
                None => match family {
                    Some((label, true)) => format!("{heading} = {label}"),
                    _ => format!("{heading}: not read"),
                },
            }
        }),
    );
    if read.stops {
        text.push_str("stops at Map Data\n");
        let undecided = read.undecided.iter().map(|place| read.columns[*place].heading.clone());
        paragraph(&mut text, "to be decided:", undecided);
    }
    paragraph(&mut text, "people:", read.rows.iter().map(|row| person(row, &read)));
    paragraph(&mut text, "left out:", read.left_out.iter().filter(|line| !line.cells.is_empty()).map(left_out));
    let effect = before.as_ref().filter(|_| !read.stops).map(|roster| roster.effect(&read, &entry.head));
    let of_effect = effect.iter().flat_map(|effect| &effect.questions);
    let by_default = by_default(&read, effect.as_ref());
    paragraph(&mut text, "asked:", read.questions.iter().chain(of_effect).chain(&by_default).map(Question::text));
    paragraph(&mut text, "told:", read.issues.iter().map(told));
    if let (Some(roster), Some(effect)) = (&before, &effect) {
        on_roster(&mut text, &read, roster, effect);
    }
    if before.is_none() && !read.stops {
        let first_month = Roster::default().effect(&read, &Head::default());
        let waits = first_month.rows.iter().filter(|(row, _)| row.outcome == Outcome::Review);
        let line = |number| read.rows.iter().find(|row| row.record.number == number).map_or(0, |row| row.record.line);
        let told = waits.map(|(row, _)| format!("{}: {}", line(row.number), row.error.unwrap_or_default()));
        paragraph(&mut text, "waits at the match:", told);
    }
    text
}

/// The question about people who become employees by default. Without members before every row makes one.
fn by_default(read: &Read, effect: Option<&Effect>) -> Option<Question> {
    let mut shown = ByDefault::default();
    for row in read.rows.iter().filter(|row| row.state == RowState::Valid) {
        let planned = effect.and_then(|effect| effect.rows.iter().find(|(one, _)| one.number == row.record.number));
        let is_new = effect.is_none() || planned.is_some_and(|(one, _)| one.outcome == Outcome::Create);
        shown.add(ShownRow::of(&row.record, is_new, TODAY));
    }
    shown.question()
}

fn paragraph(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.map(|line| format!("  {line}\n")).collect();
    if !lines.is_empty() {
        text.push_str(&format!("{title}\n{}", lines.concat()));
    }
}

/// `4 Ann / Abel, 1980-01-02, SP of line 3; UniqueId 7; LEFT`, in the order of the columns of the template.
fn person(row: &Row, read: &Read) -> String {
    let record = &row.record;
    let names = [record.first_name.text(), record.last_name.text()];
    let names: Vec<&str> = names.into_iter().map(|name| if name.is_empty() { "(none)" } else { name }).collect();
    let born = record.date_of_birth.map_or_else(|| "no birth date".to_owned(), |born| born.to_string());
    let mut parts = vec![format!("{} {}, {born}, {}", record.line, names.join(" / "), role(record, read))];
    let shown = |field: &&Field| {
        !matches!(
            field,
            Field::FirstName
                | Field::LastName
                | Field::DateOfBirth
                | Field::Status
                | Field::Relationship
                | Field::MemberType
        )
    };
    for field in Field::template().iter().filter(shown) {
        parts.extend(record.cell(*field).map(|value| format!("{} {value}", field.name())));
    }
    parts.extend(Some(record.group_id.text()).filter(|id| !id.is_empty()).map(|id| format!("GroupId {id}")));
    parts.extend(Some(record.family_id.text()).filter(|id| !id.is_empty()).map(|id| format!("FamilyId {id}")));
    parts.extend(record.ssn.as_ref().map(|ssn| format!("SSN {}", ssn.masked())));
    parts.extend(match record.status.value() {
        Some(Status::Active) => Some("active".to_owned()),
        Some(Status::InActive) => Some(match record.leaves_on {
            Some(day) => format!("LEFT on {day}"),
            None => "LEFT".to_owned(),
        }),
        None => None,
    });
    parts.extend(
        match row.state {
            RowState::Error => Some("WAITS"),
            RowState::SkippedByRule => Some("set aside"),
            RowState::Valid | RowState::SkippedByPerson => None,
        }
        .map(str::to_owned),
    );
    parts.join("; ")
}

fn role(record: &Record, read: &Read) -> String {
    if !record.is_dependent() {
        return "employee".to_owned();
    }
    let role = record.shown_relationship().code();
    let primary = record.primary_row.and_then(|row| read.rows.iter().find(|one| one.record.number == row));
    let by_order = if record.primary_by_order { " by order" } else { "" };
    primary.map_or_else(|| format!("{role} of nobody"), |one| format!("{role} of line {}{by_order}", one.record.line))
}

fn left_out(line: &Ignored) -> String {
    let named = if line.in_name_column && line.why.is_by_words() { ", asked about in an explicit file" } else { "" };
    format!("{} {}{named}: {}", line.line, line.why.text(), line.cells.join(" | "))
}

fn told(issue: &Issue) -> String {
    let severity = if issue.severity() == Severity::Error { "error" } else { "warning" };
    let key = issue.key.as_deref().map_or_else(String::new, |key| format!(" {key}"));
    let value = issue.value.as_deref().map_or_else(String::new, |value| format!(" '{value}'"));
    format!("{} {severity} {}{key}{value}", issue.line, issue.kind.code())
}

fn on_roster(text: &mut String, read: &Read, roster: &Roster, effect: &Effect) {
    let lines = effect.rows.iter().filter(|(row, _)| row.outcome != Outcome::Unchanged).map(|(row, fields)| {
        let record = read.rows.iter().map(|one| &one.record).find(|record| record.number == row.number);
        let line = record.map_or(0, |record| record.line);
        let member = row.member.map_or_else(String::new, |id| format!(" {}", roster.name(id)));
        let may_be: Vec<String> = row.candidates.iter().map(|one| roster.name(one.member)).collect();
        let why = match (row.outcome, row.error) {
            (Outcome::Review, _) if !may_be.is_empty() => format!(", may be {}", may_be.join(", ")),
            (Outcome::Review, error) => format!(": {}", error.unwrap_or_default()),
            (Outcome::Create, _) => String::new(),
            _ => fields.iter().map(changed).collect(),
        };
        let moves = record.zip(row.member).and_then(|(record, id)| roster.moves(record, id, &effect.rows));
        let moves = moves.map_or_else(String::new, |name| format!(", now of {name}"));
        let remark = row.remark.map_or_else(String::new, |remark| format!("; {}", remark.message()));
        format!("{line} {}{member}{why}{moves}{remark}", row.outcome.name())
    });
    paragraph(text, "members:", lines);
    if let Some(why) = &effect.unjudged {
        paragraph(text, "nobody is called absent:", std::iter::once(why.clone()));
    }
    paragraph(text, "absent and ended:", effect.absent.iter().map(|id| roster.name(*id)));
    let (ended, active, must_confirm) = effect.ended;
    if ended > 0 {
        let guard = if must_confirm { "a person confirms the number" } else { "no confirmation" };
        text.push_str(&format!("guard: ends {ended} of {active}, {guard}\n"));
    }
}

fn changed(FieldChange { field, old, new }: &FieldChange) -> String {
    let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
    format!(", {} {} -> {}", field.name(), shown(old), shown(new))
}
