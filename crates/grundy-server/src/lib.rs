//! The HTTP server of grundy: the page, and the questions of the command as a JSON API.
//!
//! It asks the libraries and does no mathematics. Nothing is kept between requests, and no file of the
//! machine is read but those of the page.

mod api;
mod ask;
mod assets;
mod config;
mod desk;
mod guard;
mod patient;
mod pool;
mod refusal;
mod server;
mod shape;
mod state;

pub use config::{Config, DEFAULT_PORT};
pub use server::{Server, Stopper};
