//! Tokens of ERP accounts that a person must renew, and own access keys that end. Of both there are few: the rule picks among them.

use chrono::{DateTime, Utc};
use domain::UserId;
use domain::access::Scope;
use domain::accounts::TokenExpiry;
use domain::work_queue::{Item, Record, Work, last_key_end};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use super::{Asking, Sorted, Tally, Window};
use crate::accounts::tokens;
use crate::entities::access_key;
use crate::{Db, Result};

pub(super) async fn tally(db: &impl Db, scope: Scope, asking: &Asking) -> Result<Tally> {
    Ok(Tally { count: all(db, scope, asking).await?.len() as u64, amount: None })
}

pub(super) async fn items(db: &impl Db, scope: Scope, asking: &Asking, window: Window) -> Result<Vec<Item>> {
    let (offset, limit) = (window.offset as usize, window.limit as usize);
    let mut all = all(db, scope, asking).await?;
    if window.sorted == Sorted::Due(true) {
        all.reverse();
    }
    Ok(all.into_iter().skip(offset).take(limit).map(|(_, item)| item).collect())
}

/// All of them with their ends, the next end first.
async fn all(db: &impl Db, scope: Scope, asking: &Asking) -> Result<Vec<(DateTime<Utc>, Item)>> {
    let mut found = Vec::new();
    if asking.with_tokens {
        for token in tokens::in_use(db, scope).await? {
            let Some(expiry) = token.ends().and_then(|ends| ends.expiry(asking.now)) else { continue };
            found.push((expiry.at, of_token(token, expiry)));
        }
    }
    if let Some(user) = asking.keys_of {
        found.extend(keys(db, user, asking.now).await?);
    }
    if let Some((_, before)) = asking.only.due_by {
        found.retain(|(at, _)| *at < before);
    }
    found.sort_by_key(|(at, item)| (*at, item.id));
    Ok(found)
}

fn of_token(token: tokens::Token, expiry: TokenExpiry) -> Item {
    Item {
        record: Record::Token,
        id: token.id.get(),
        group: None,
        amount: None,
        due_on: None,
        work: Work::RenewToken { account: token.account_name, expiry },
    }
}

async fn keys(db: &impl Db, user: UserId, now: DateTime<Utc>) -> Result<Vec<(DateTime<Utc>, Item)>> {
    use access_key::Column::{ExpiresAt, Id, Name, RevokedAt, UserId};
    let rows: Vec<(i64, String, DateTime<Utc>)> = access_key::Entity::find()
        .select_only()
        .columns([Id, Name, ExpiresAt])
        .filter(UserId.eq(user.get()))
        .filter(RevokedAt.is_null())
        .filter(ExpiresAt.gt(now))
        .filter(ExpiresAt.lte(last_key_end(now)))
        .into_tuple()
        .all(db.connection())
        .await?;
    let item = |(id, name, expires_at): (i64, String, DateTime<Utc>)| {
        let work = Work::RenewKey { name, expires_at };
        (expires_at, Item { record: Record::AccessKey, id, group: None, amount: None, due_on: None, work })
    };
    Ok(rows.into_iter().map(item).collect())
}
