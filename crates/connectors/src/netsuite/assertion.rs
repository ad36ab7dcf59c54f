//! The signed assertion by which an integration says who it is.
//!
//! The library writes and reads the assertion; the signatures themselves are those of `ring`, which serves TLS as well.

use std::sync::Once;

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::signature::{Error as SignatureError, Signer};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, EcdsaSigningAlgorithm,
    RSA_PSS_SHA256, RSA_PSS_SHA384, RSA_PSS_SHA512, RsaEncoding, RsaKeyPair,
};
use serde::Serialize;

use crate::secret::Secret;
use crate::settings::BadSetting;

/// A private key that can sign.
#[derive(Clone)]
pub(super) struct SigningKey {
    key: EncodingKey,
    algorithm: Algorithm,
}

/// What an assertion says.
#[derive(Debug, Serialize)]
pub(super) struct Claims<'a> {
    pub(super) iss: &'a str,
    pub(super) scope: [&'a str; 1],
    pub(super) aud: &'a str,
    pub(super) iat: i64,
    pub(super) exp: i64,
}

impl SigningKey {
    /// The key of a PEM: RSA of 3072 bits and more, or P-256 or P-384 in PKCS#8.
    ///
    /// # Errors
    /// On `ClientSecret` (rules.md#erp-private-key).
    pub(super) fn of(pem: &Secret) -> Result<Self, BadSetting> {
        install();
        let bad = |message: &str| BadSetting::of("ClientSecret", message);
        // A file of settings writes line breaks as two characters; no PEM holds a backslash.
        let typed = pem.reveal().replace("\\n", "\n");
        if typed.trim().is_empty() {
            return Err(bad("The private key of the certificate is missing."));
        }
        let text = private_part(&typed).ok_or_else(|| bad(without_private_key(&typed)))?.as_bytes();
        if let Ok(key) = EncodingKey::from_rsa_pem(text) {
            let bits = RsaKeyPair::from_der(key.as_bytes()).map(|pair| pair.public().modulus_len() * 8);
            return match bits {
                Ok(3072..) => Ok(Self { key, algorithm: Algorithm::PS256 }),
                Ok(_) => Err(bad(TOO_SHORT)),
                Err(error) if error.to_string() == "TooSmall" => Err(bad(TOO_SHORT)),
                Err(_) => Err(bad("The RSA key is damaged.")),
            };
        }
        let key = EncodingKey::from_ec_pem(text).map_err(|_| bad(unusable(&typed)))?;
        for (algorithm, curve) in
            [(Algorithm::ES256, &ECDSA_P256_SHA256_FIXED_SIGNING), (Algorithm::ES384, &ECDSA_P384_SHA384_FIXED_SIGNING)]
        {
            if EcdsaKeyPair::from_pkcs8(curve, key.as_bytes(), &SystemRandom::new()).is_ok() {
                return Ok(Self { key, algorithm });
            }
        }
        Err(bad("The key is of a kind that cannot be used: take RSA of 3072 bits, P-256 or P-384."))
    }

    /// The assertion with its signature.
    pub(super) fn signed(&self, certificate: &str, claims: &Claims<'_>) -> Result<String, Error> {
        let header = Header { kid: Some(certificate.to_owned()), ..Header::new(self.algorithm) };
        encode(&header, claims, &self.key)
    }

    #[cfg(test)]
    pub(super) fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

const BEGIN: &str = "-----BEGIN ";
const TOO_SHORT: &str = "The RSA key is too short: NetSuite takes 3072 and 4096 bits.";

/// The first private key of a text, which may hold the certificate before it.
fn private_part(text: &str) -> Option<&str> {
    let is_private = |block: &&str| {
        let label = block[BEGIN.len()..].split("-----").next();
        label.is_some_and(|label| label.ends_with("PRIVATE KEY"))
    };
    text.match_indices(BEGIN).map(|(at, _)| &text[at..]).find(is_private)
}

/// What is said of a text without a private key.
fn without_private_key(text: &str) -> &'static str {
    if text.contains("BEGIN PUBLIC KEY") || text.contains("BEGIN RSA PUBLIC KEY") || text.contains("BEGIN CERTIFICATE")
    {
        "This is the public part of the certificate. Enter the private key that belongs to it."
    } else {
        "This is no private key in PEM (PKCS#8)."
    }
}

/// What is said of a private key that cannot be read.
fn unusable(text: &str) -> &'static str {
    if text.contains("ENCRYPTED") {
        "The private key is encrypted. Enter it without its password: openssl pkcs8 -topk8 -nocrypt -in FILE."
    } else if text.contains("BEGIN EC PRIVATE KEY") {
        "The key is not in PKCS#8. Convert it: openssl pkcs8 -topk8 -nocrypt -in FILE."
    } else {
        "This is no private key in PEM (PKCS#8)."
    }
}

/// Tells the library who signs; once for the process.
fn install() {
    static ONCE: Once = Once::new();
    static PROVIDER: CryptoProvider = CryptoProvider {
        signer_factory: signer,
        verifier_factory: |_, _| Err(ErrorKind::InvalidAlgorithm.into()),
        key_utils: KeyUtils::new_unimplemented(),
    };
    ONCE.call_once(|| {
        if PROVIDER.install_default().is_err() {
            tracing::debug!("another provider of signatures was installed before");
        }
    });
}

fn signer(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>, Error> {
    let broken = |_| Error::from(ErrorKind::InvalidKeyFormat);
    let rsa = |encoding: &'static dyn RsaEncoding| {
        let pair = RsaKeyPair::from_der(key.as_bytes()).map_err(broken)?;
        Ok(Box::new(Rsa { pair, encoding, algorithm: *algorithm }) as Box<dyn JwtSigner>)
    };
    let ec = |curve: &'static EcdsaSigningAlgorithm| {
        let pair = EcdsaKeyPair::from_pkcs8(curve, key.as_bytes(), &SystemRandom::new()).map_err(broken)?;
        Ok(Box::new(Ec { pair, algorithm: *algorithm }) as Box<dyn JwtSigner>)
    };
    match algorithm {
        Algorithm::PS256 => rsa(&RSA_PSS_SHA256),
        Algorithm::PS384 => rsa(&RSA_PSS_SHA384),
        Algorithm::PS512 => rsa(&RSA_PSS_SHA512),
        Algorithm::ES256 => ec(&ECDSA_P256_SHA256_FIXED_SIGNING),
        Algorithm::ES384 => ec(&ECDSA_P384_SHA384_FIXED_SIGNING),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

struct Rsa {
    pair: RsaKeyPair,
    encoding: &'static dyn RsaEncoding,
    algorithm: Algorithm,
}

impl Signer<Vec<u8>> for Rsa {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, SignatureError> {
        let mut signature = vec![0; self.pair.public().modulus_len()];
        let signed = self.pair.sign(self.encoding, &SystemRandom::new(), message, &mut signature);
        signed.map(|()| signature).map_err(|_| SignatureError::new())
    }
}

impl JwtSigner for Rsa {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

struct Ec {
    pair: EcdsaKeyPair,
    algorithm: Algorithm,
}

impl Signer<Vec<u8>> for Ec {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, SignatureError> {
        let signed = self.pair.sign(&SystemRandom::new(), message);
        signed.map(|signature| signature.as_ref().to_vec()).map_err(|_| SignatureError::new())
    }
}

impl JwtSigner for Ec {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
