//! Members and their timeline.

use super::ddl::{Table, date, flag, guid, id, instant, long, reference, small, table, text};

pub(super) fn tables() -> Vec<Table> {
    vec![member(), member_search(), member_name(), status_change()]
}

fn member() -> Table {
    table("member", "A person on a group's roster. Never deleted.")
        .columns([
            id(),
            reference("group_id", "employer_group"),
            text("first_name"),
            text("last_name"),
            text("first_key"),
            text("last_key"),
            text("email").optional(),
            text("mobile_phone").optional(),
            text("home_phone").optional(),
            small("gender").default("3"),
            date("date_of_birth"),
            text("address_line1").optional(),
            text("address_line2").optional(),
            text("city").optional(),
            text("state").optional(),
            text("zip_code").optional(),
            text("plan_name"),
            // unknown old text is kept; is_primary says what it means
            text("member_type"),
            flag("is_primary").default("1"),
            reference("primary_member_id", "member").optional(),
            text("other_member_id").optional(),
            text("unique_id").optional(),
            text("unique_key").optional(),
            text("billing_reference_id").optional(),
            text("billing_ref_key").optional(),
            long("pricing_group_id").optional(),
            // 0 active, 1 in-active; with a pending change due, the pending one
            small("status"),
            small("pending_status").optional(),
            date("pending_on").optional(),
            instant("scope_changed_at").optional(),
            instant("welcomed_at").optional(),
            guid("link_id"),
        ])
        .versioned()
        .refer(&["group_id", "pricing_group_id"], "pricing_group", &["group_id", "id"])
        .check("gender", "gender between 0 and 3")
        .check("status", "status in (0,1)")
        .check("pending", "(pending_on is null)=(pending_status is null)")
        .check("pending_status", "pending_status<>status")
        .check("primary_member_id", "primary_member_id<>id")
        .check("dependent", "primary_member_id is null or is_primary=0")
        // whatever the status (rules.md#unique-ids)
        .unique_where(&["group_id", "unique_key"], "unique_key is not null")
        .unique(&["link_id"])
        // the orders of the list; the third also finds duplicates by name
        .index(&["group_id", "last_key", "first_key", "id"])
        .index(&["group_id", "first_key", "last_key", "id"])
        .index(&["last_key", "first_key", "id"])
        // the list by id, and whom a plan line covers without reading the rows
        .index(&["group_id", "id", "is_primary", "billing_ref_key"])
        // changes that became due (rules.md#due-status-changes)
        .index_where(&["pending_on"], "pending_on is not null")
        .index_where(&["primary_member_id"], "primary_member_id is not null")
        // whose cover by a plan line changed since the bill before
        .index_where(&["scope_changed_at"], "scope_changed_at is not null")
        .fillfactor(85)
}

fn member_search() -> Table {
    table(
        "member_search",
        "The folded text by which a member is found: last name, first name, e-mail, unique id. Derived.",
    )
    .columns([reference("member_id", "member"), reference("group_id", "employer_group"), text("text")])
    .key(&["member_id"])
    // m0011_search adds the index over the text, m0016_roster_reach on PostgreSQL one over group and text
    .index(&["group_id"])
    .fillfactor(90)
}

fn member_name() -> Table {
    table("member_name", "A name that a member no longer has, for snapshots computed before it changed. Append-only.")
        .columns([
            id(),
            reference("member_id", "member"),
            text("first_name"),
            text("last_name"),
            instant("replaced_at"),
        ])
        .index(&["member_id", "replaced_at"])
}

fn status_change() -> Table {
    table("status_change", "A span of a member's status timeline. Append-only but for its end and its cancellation.")
        .columns([
            id(),
            reference("member_id", "member"),
            reference("group_id", "employer_group"),
            small("status"),
            date("effective_on"),
            date("until_on").optional(),
            instant("recorded_at"),
            reference("recorded_by", "user_account").optional(),
            // 0 user, 1 creation, 2 census file, 3 group termination, 4 undo of a file, 5 automatic
            small("source").default("0"),
            long("source_id").optional(),
            instant("cancelled_at").optional(),
            reference("cancelled_by", "user_account").optional(),
            small("cancel_reason").optional(),
        ])
        .check("status", "status in (0,1)")
        .check("until_on", "until_on>effective_on")
        .check("source", "source between 0 and 5")
        .unique_where(&["member_id", "effective_on"], "cancelled_at is null")
        .unique_where(&["member_id"], "cancelled_at is null and until_on is null")
        // who is active on a day
        .index_where(&["group_id", "effective_on", "until_on", "member_id"], "status=0 and cancelled_at is null")
        // history of a page of members
        .index(&["member_id", "id"])
        // these three: what changed since the bill before
        .index(&["recorded_at"])
        .index_where(&["cancelled_at"], "cancelled_at is not null")
        .index(&["effective_on"])
        .fillfactor(90)
}
