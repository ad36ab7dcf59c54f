//! The certificate of the integration: its private key for who tries the sandbox, its public key for signatures.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED, EcdsaKeyPair, KeyPair,
    RSA_PSS_2048_8192_SHA256, RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, UnparsedPublicKey,
    VerificationAlgorithm,
};
use serde::{Deserialize, Serialize};

/// The bytes before the key itself in the DER of an RSA public key of 2048 bits and more.
const RSA_PREFIX: usize = 24;

/// What signatures are checked with.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum PublicKey {
    /// An RSA key in the DER of PKCS#1.
    Rsa(Vec<u8>),
    /// A point on P-256.
    P256(Vec<u8>),
    /// A point on P-384.
    P384(Vec<u8>),
}

impl PublicKey {
    /// The key of a `PUBLIC KEY` in PEM.
    pub fn from_pem(pem: &str) -> Option<Self> {
        let body = pem.split("-----BEGIN PUBLIC KEY-----").nth(1)?.split("-----END").next()?;
        let body: String = body.split_whitespace().collect();
        let der = BASE64_STANDARD.decode(body).ok()?;
        match der.len() {
            91 => Some(Self::P256(der[26..].to_vec())),
            120 => Some(Self::P384(der[23..].to_vec())),
            length if length > 256 => Some(Self::Rsa(der[RSA_PREFIX..].to_vec())),
            _ => None,
        }
    }

    /// Whether the signature of this algorithm is that of the key.
    pub fn signed(&self, algorithm: &str, message: &[u8], signature: &[u8]) -> bool {
        let (checked, key): (&'static dyn VerificationAlgorithm, _) = match (self, algorithm) {
            (Self::Rsa(key), "PS256") => (&RSA_PSS_2048_8192_SHA256, key),
            (Self::Rsa(key), "PS384") => (&RSA_PSS_2048_8192_SHA384, key),
            (Self::Rsa(key), "PS512") => (&RSA_PSS_2048_8192_SHA512, key),
            (Self::P256(key), "ES256") => (&ECDSA_P256_SHA256_FIXED, key),
            (Self::P384(key), "ES384") => (&ECDSA_P384_SHA384_FIXED, key),
            _ => return false,
        };
        UnparsedPublicKey::new(checked, key).verify(message, signature).is_ok()
    }
}

/// A new key on P-256: the private part in PEM, and the public one.
pub fn generate() -> (String, PublicKey) {
    let random = SystemRandom::new();
    // Only a system without randomness fails here.
    let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).expect("a key is made");
    let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, der.as_ref(), &random);
    let pair = pair.expect("a key that was just made is good");
    let text = BASE64_STANDARD.encode(der.as_ref());
    let lines: Vec<&str> = (0..text.len()).step_by(64).map(|at| &text[at..text.len().min(at + 64)]).collect();
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", lines.join("\n"));
    (pem, PublicKey::P256(pair.public_key().as_ref().to_vec()))
}
