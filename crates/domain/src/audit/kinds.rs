//! The kinds of what happens to a group, and what is folded in its feed (rules.md#activity-of-a-group).

use super::wording::ACTIONS;

/// What an entry of the trail is about, as a reader of a group's feed chooses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActivityKind {
    /// The group itself.
    Group,
    /// One of its members.
    Member,
    /// A census file.
    File,
    /// Plans, pricing and bills.
    Bill,
    /// Notes and contacts.
    Note,
    /// What stands in the ERP.
    Erp,
}

/// Kinds of records by the kind of activity; what is not named here stands in the feed under no kind.
const SUBJECTS: &[(ActivityKind, &[&str])] = &[
    (ActivityKind::Group, &["group"]),
    (ActivityKind::Member, &["member"]),
    (ActivityKind::File, &["census_file"]),
    (ActivityKind::Bill, &["snapshot", "plan", "pricing_option", "pricing_group"]),
    (ActivityKind::Note, &["note", "contact"]),
    (ActivityKind::Erp, &["account", "api_service"]),
];

/// What is done to a bill in the ERP.
const IN_ERP: [&str; 6] =
    ["create_invoice", "update_invoice", "mail_invoice", "sync_payment", "invoice_", "age_payment"];

impl ActivityKind {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Group, Self::Member, Self::File, Self::Bill, Self::Note, Self::Erp];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Group => "Group",
            Self::Member => "Member",
            Self::File => "File",
            Self::Bill => "Bill",
            Self::Note => "Note",
            Self::Erp => "Erp",
        }
    }

    /// The kind of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What an action on a kind of record is; `None` for what belongs to no group.
    pub fn of(action: &str, subject: &str) -> Option<Self> {
        if subject == "snapshot" && erp_actions().contains(&action) {
            return Some(Self::Erp);
        }
        SUBJECTS.iter().find(|(_, subjects)| subjects.contains(&subject)).map(|(kind, _)| *kind)
    }

    /// The kinds of records that are of this kind.
    pub fn subjects(self) -> &'static [&'static str] {
        SUBJECTS.iter().find(|(kind, _)| *kind == self).map_or(&[], |(_, subjects)| subjects)
    }
}

/// The actions on bills that happen in the ERP.
pub fn erp_actions() -> Vec<&'static str> {
    actions_where(|action| {
        action.strip_prefix("snapshot.").is_some_and(|what| IN_ERP.iter().any(|begin| what.starts_with(begin)))
    })
}

/// The actions that only look at something, or take a copy of it.
pub fn look_ups() -> Vec<&'static str> {
    actions_where(|action| {
        let what = action.rsplit('.').next().unwrap_or_default();
        what.starts_with("export") || matches!(what, "look_up" | "read_secret" | "see_changes")
    })
}

fn actions_where(is_one: impl Fn(&str) -> bool) -> Vec<&'static str> {
    ACTIONS.iter().map(|(action, _)| *action).filter(|action| is_one(action)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_of_the_kind_of_its_record_but_for_the_erp() {
        for (action, subject, kind) in [
            ("group.update", "group", Some(ActivityKind::Group)),
            ("member.create", "member", Some(ActivityKind::Member)),
            ("census.task", "census_file", Some(ActivityKind::File)),
            ("plan_line.create", "plan", Some(ActivityKind::Bill)),
            ("snapshot.create", "snapshot", Some(ActivityKind::Bill)),
            ("snapshot.create_invoice", "snapshot", Some(ActivityKind::Erp)),
            ("snapshot.invoice_voided", "snapshot", Some(ActivityKind::Erp)),
            ("snapshot.sync_payment_failed", "snapshot", Some(ActivityKind::Erp)),
            ("note.delete", "note", Some(ActivityKind::Note)),
            ("sign_in", "user", None),
        ] {
            assert_eq!(ActivityKind::of(action, subject), kind, "{action}");
        }
    }

    #[test]
    fn look_ups_change_nothing() {
        let found = look_ups();
        for action in ["account.look_up", "list.export", "census.export_changes", "api_token.read_secret"] {
            assert!(found.contains(&action), "{action}");
        }
        assert!(found.iter().all(|action| !action.ends_with(".create") && !action.ends_with(".update")), "{found:?}");
    }

    #[test]
    fn each_kind_is_known_by_its_name() {
        for kind in ActivityKind::ALL {
            assert_eq!(ActivityKind::of_name(kind.name()), Some(kind));
            assert!(!kind.subjects().is_empty(), "{kind:?}");
        }
        assert_eq!(ActivityKind::of_name("Other"), None);
    }
}
