//! A user as it is typed, and what of it the one who saves may decide (rules.md#member-fields, rules.md#roles,
//! rules.md#who-changes-users).

use super::rights::MayChange;
use crate::access::Role;
use crate::members::contact_details::{read_email, read_phone};
use crate::text::fold;
use crate::{BrokerId, GroupId, Invalid};

/// A user as it was typed or posted. Groups and `disabled` stay as they are when they are not given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserForm {
    /// Required, at most 100 characters.
    pub first_name: String,
    /// Required, at most 100 characters.
    pub last_name: String,
    /// Required of those who may change it; unique whatever its case.
    pub email: String,
    /// A US telephone number, or blank.
    pub phone: String,
    /// 1 to 4.
    pub role: Option<i64>,
    /// Required of roles 2 and 3, none for role 1.
    pub broker: Option<BrokerId>,
    /// The groups given to roles 3 and 4, of which each needs one.
    pub groups: Option<Vec<GroupId>>,
    /// Whether the account is closed.
    pub disabled: Option<bool>,
}

/// A user's values that have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserDetails {
    /// Trimmed.
    pub first_name: String,
    /// Trimmed.
    pub last_name: String,
    /// Trimmed, as entered.
    pub email: String,
    /// Ten digits.
    pub phone: Option<String>,
    /// The role.
    pub role: Role,
    /// The broker; always there for roles 2 and 3, never for role 1.
    pub broker: Option<BrokerId>,
    /// The groups given, each once and in order; none for roles whose reach is no list.
    pub groups: Vec<GroupId>,
    /// Whether the account is closed.
    pub disabled: bool,
}

impl UserDetails {
    /// The folded address, unique among all users.
    pub fn email_key(&self) -> String {
        fold(&self.email)
    }

    /// First and last name.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    /// Whether what the user may do, or where, differs from `before`, so that its sessions have to end.
    pub fn has_other_rights_than(&self, before: &Self) -> bool {
        (self.role, self.broker, self.disabled) != (before.role, before.broker, before.disabled)
    }
}

/// How many groups a user can be given: several times those of a whole portal.
const MOST_GROUPS: usize = 10_000;

const FIXED: &str = "You may not change this.";

impl UserForm {
    /// Checks every rule and returns what is to be stored. `stored` is the user as it is when it is being edited.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self, may: MayChange, stored: Option<&UserDetails>) -> Result<UserDetails, Invalid> {
        let mut invalid = Invalid::none();
        invalid.require_person("FirstName", "First Name", &self.first_name, 100);
        invalid.require_person("LastName", "Last Name", &self.last_name, 100);
        let email = self.email(&mut invalid, may, stored);
        let phone = self.phone(&mut invalid);
        let role = self.role(&mut invalid, may, stored);
        let broker = self.broker(&mut invalid, may, stored, role);
        let groups = self.groups(&mut invalid, may, stored, role);
        let disabled = self.disabled(&mut invalid, may, stored);
        require_groups(&mut invalid, may, role, &groups, disabled);
        invalid.or(UserDetails {
            first_name: self.first_name.trim().to_owned(),
            last_name: self.last_name.trim().to_owned(),
            email,
            phone,
            role,
            broker,
            groups,
            disabled,
        })
    }

    fn email(&self, invalid: &mut Invalid, may: MayChange, stored: Option<&UserDetails>) -> String {
        let typed = self.email.trim();
        if let (MayChange::OwnNameAndPhone, Some(stored)) = (may, stored) {
            invalid.check(typed.is_empty() || typed == stored.email, "EmailAddress", FIXED);
            return stored.email.clone();
        }
        if typed.is_empty() {
            invalid.add("EmailAddress", "Email Address is required.");
        } else {
            invalid.check(read_email(typed).is_some(), "EmailAddress", "Email Address must be an e-mail address.");
        }
        typed.to_owned()
    }

    fn phone(&self, invalid: &mut Invalid) -> Option<String> {
        if self.phone.trim().is_empty() {
            return None;
        }
        let read = read_phone(&self.phone);
        invalid.check(read.is_some(), "PhoneNumber", "Phone Number must have 10 digits.");
        read
    }

    fn role(&self, invalid: &mut Invalid, may: MayChange, stored: Option<&UserDetails>) -> Role {
        let role = self.role.and_then(|number| Role::from_number(i16::try_from(number).ok()?));
        match may {
            MayChange::Everything => {
                invalid.check(self.role.is_some(), "RoleId", "Role is required.");
                invalid.check(self.role.is_none() || role.is_some(), "RoleId", "There is no such role.");
                role.unwrap_or(Role::GroupUser)
            }
            MayChange::WithinBroker(_) => {
                invalid.check(self.role.is_some(), "RoleId", "Role is required.");
                let kept = role.filter(|role| stored.is_some_and(|stored| stored.role == *role));
                let is_one = self.role.is_none() || kept.is_some() || role == Some(Role::AccountManager);
                invalid.check(is_one, "RoleId", "You may give the role Account Manager only.");
                kept.unwrap_or(Role::AccountManager)
            }
            MayChange::OwnContact | MayChange::OwnNameAndPhone => {
                let own = stored.map_or(Role::GroupUser, |stored| stored.role);
                invalid.check(self.role.is_none() || role == Some(own), "RoleId", "You may not change your own role.");
                own
            }
        }
    }

    fn broker(
        &self,
        invalid: &mut Invalid,
        may: MayChange,
        stored: Option<&UserDetails>,
        role: Role,
    ) -> Option<BrokerId> {
        let own = match may {
            MayChange::Everything if role == Role::Administrator => return None,
            MayChange::Everything => {
                let given = self.broker.is_some() || !role.needs_broker();
                invalid.check(given, "BrokerId", format!("Broker is required for the role {}.", role.name()));
                return self.broker;
            }
            MayChange::WithinBroker(broker) => Some(broker),
            MayChange::OwnContact | MayChange::OwnNameAndPhone => stored.and_then(|stored| stored.broker),
        };
        invalid.check(self.broker.is_none() || self.broker == own, "BrokerId", FIXED);
        own
    }

    fn groups(&self, invalid: &mut Invalid, may: MayChange, stored: Option<&UserDetails>, role: Role) -> Vec<GroupId> {
        let before = stored.map(|stored| stored.groups.clone()).unwrap_or_default();
        let wanted = self.groups.clone().map(|mut groups| {
            groups.sort_unstable();
            groups.dedup();
            groups
        });
        let few = wanted.as_ref().is_none_or(|wanted| wanted.len() <= MOST_GROUPS);
        invalid.check(few, "EmployerGroupIds", format!("A user can be given {MOST_GROUPS} groups at most."));
        match may {
            _ if !role.has_groups() => Vec::new(),
            MayChange::Everything | MayChange::WithinBroker(_) => wanted.unwrap_or(before),
            MayChange::OwnContact | MayChange::OwnNameAndPhone => {
                invalid.check(wanted.is_none_or(|wanted| wanted == before), "EmployerGroupIds", FIXED);
                before
            }
        }
    }

    fn disabled(&self, invalid: &mut Invalid, may: MayChange, stored: Option<&UserDetails>) -> bool {
        let before = stored.is_some_and(|stored| stored.disabled);
        let wanted = self.disabled.unwrap_or(before);
        match may {
            MayChange::Everything | MayChange::WithinBroker(_) => wanted,
            MayChange::OwnContact | MayChange::OwnNameAndPhone => {
                invalid.check(wanted == before, "IsDisabled", "You cannot close your own account.");
                before
            }
        }
    }
}

/// Refuses a user whom the role gives nothing but groups, and who has none. A closed account needs none; who saves himself cannot help it;
/// and what a wrong role needs is not known.
fn require_groups(invalid: &mut Invalid, may: MayChange, role: Role, groups: &[GroupId], disabled: bool) {
    let decides = matches!(may, MayChange::Everything | MayChange::WithinBroker(_));
    let is_known = invalid.0.iter().all(|error| error.key != "RoleId");
    if decides && is_known && role.has_groups() && groups.is_empty() && !disabled {
        invalid.add("EmployerGroupIds", format!("Employer Groups are required for the role {}.", role.name()));
    }
}

#[cfg(test)]
mod tests;
