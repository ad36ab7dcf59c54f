//! Who sends the invoices, and what is still to be set of it (rules.md#remit-to).

use domain::invoices::{AddressLack, address_lack};

use super::{Given, PREFIX};

/// The setting of the sender's name, and what is printed without it.
const NAME: &str = "SENDER_NAME";
const INVENTED_NAME: &str = "Ledgerwell Health, LLC";

const ADDRESS: &str = "SENDER_ADDRESS";

/// The company whose name stands on invoices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// Its legal name.
    pub name: String,
    /// Whether it is the built-in one, not a setting.
    pub is_invented: bool,
    /// The lines of its address; none unless the name is set and the address is whole, so that no document names half of them.
    pub address: Vec<String>,
    /// What the address lacks.
    pub lack: Option<AddressLack>,
    /// Where questions about invoices go.
    pub email: Option<String>,
    /// The number to call about invoices.
    pub phone: Option<String>,
}

impl Sender {
    pub(super) fn of(given: &Given) -> Self {
        let address = given.or(ADDRESS, "");
        let lines = address.split('|').map(|line| line.trim().to_owned()).filter(|line| !line.is_empty());
        let address: Vec<String> = lines.collect();
        let (lack, is_invented) = (address_lack(&address), given.get(NAME).is_none());
        Self {
            name: given.or(NAME, INVENTED_NAME),
            is_invented,
            address: if lack.is_none() && !is_invented { address } else { Vec::new() },
            lack,
            email: given.get("SENDER_EMAIL").map(str::to_owned),
            phone: given.get("SENDER_PHONE").map(str::to_owned),
        }
    }

    /// What invoices lack, and the settings that end it; nothing where all of it is set.
    pub fn is_to_be_set(&self) -> Option<String> {
        let mut said = Vec::new();
        if self.is_invented {
            said.push(format!("Invoices name an invented company as their sender: {INVENTED_NAME}."));
        }
        let of_name = self.is_invented.then(|| format!("set {PREFIX}{NAME}"));
        let of_address = self.lack.map(|lack| match lack {
            AddressLack::Everything => format!("set {PREFIX}{ADDRESS}"),
            AddressLack::SecondLine => format!("give {PREFIX}{ADDRESS} a line for the street and one for the place"),
            AddressLack::PostalCode => format!("end {PREFIX}{ADDRESS} with the state and the ZIP code"),
        });
        let missing: Vec<String> = [of_name, of_address].into_iter().flatten().collect();
        if !missing.is_empty() {
            said.push(format!("Invoices do not say where a check goes: {}.", missing.join(", and ")));
        }
        if self.lack.is_some() {
            said.push(
                "The address is given as street|city, state and ZIP code, abroad with the country last.".to_owned(),
            );
        }
        if self.email.is_none() && self.phone.is_none() {
            said.push(format!("Invoices do not say whom to ask: set {PREFIX}SENDER_EMAIL or {PREFIX}SENDER_PHONE."));
        }
        (!said.is_empty()).then(|| said.join(" "))
    }
}
