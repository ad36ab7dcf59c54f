//! What every endpoint shares: the answer envelope, reading of inputs, the guard that names an action, security headers,
//! the request log and the documents that describe it all. Nothing here knows an area.

pub mod archive;
pub mod attachment;
pub mod bind;
pub mod connections;
pub mod envelope;
pub mod extract;
pub mod given;
pub mod guard;
pub mod health;
pub mod ids;
pub mod money;
pub mod named;
pub mod origin;
pub mod own_page;
pub mod page;
pub mod pages;
pub mod posted;
pub mod request_id;
pub mod security;
pub mod source;
pub mod streamed;
pub mod texts;
pub mod upload_parts;
pub mod wire;

pub use attachment::attachment;
pub use envelope::{Answer, Envelope, List, Nothing, answer, done};
pub use extract::{Body, CallerOrigin, OptionalBody, Path, Peer, Query};
pub use given::Given;
pub use guard::guard;
pub use ids::distinct;
pub use money::Dollars;
pub use named::{Named, NamedGroup};
pub use own_page::OwnPage;
pub use page::Paging;
pub use posted::Posted;
pub use streamed::streamed;
pub use texts::Texts;
pub use upload_parts::{Part, UploadParts};
