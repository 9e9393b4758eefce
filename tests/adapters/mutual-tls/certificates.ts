import { generateKeyPairSync, privateEncrypt } from 'node:crypto';
import forge from 'node-forge';

export type Certified = { certificatePem: string; privateKeyPem: string };

/** A certification authority for tests, which signs any certificate. */
export function certificationAuthority(name: string) {
  const keys = rsaKeys();
  const certificatePem = sign({ subject: name, issuer: name, publicKey: keys.publicKey, isAuthority: true });

  function sign(wanted: {
    subject: string;
    issuer: string;
    publicKey: string;
    isAuthority: boolean;
    hosts?: string[];
  }) {
    const certificate = forge.pki.createCertificate();
    certificate.publicKey = forge.pki.publicKeyFromPem(wanted.publicKey);
    certificate.serialNumber = forge.util.bytesToHex(forge.random.getBytesSync(9)).replace(/^./, '1');
    certificate.validity.notBefore = new Date(Date.now() - 3_600_000);
    certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
    certificate.setSubject([{ name: 'commonName', value: wanted.subject }]);
    certificate.setIssuer([{ name: 'commonName', value: wanted.issuer }]);
    const altNames = (wanted.hosts ?? []).map((value) => ({ type: 2, value }));
    certificate.setExtensions([
      { name: 'basicConstraints', cA: wanted.isAuthority },
      ...(altNames.length > 0 ? [{ name: 'subjectAltName', altNames }] : []),
    ]);
    certificate.sign(nativeKey(keys.privateKey), forge.md.sha256.create());
    return forge.pki.certificateToPem(certificate);
  }

  return {
    certificatePem,
    issue(subject: string, hosts: string[] = []): Certified {
      const { publicKey, privateKey } = rsaKeys();
      const pem = sign({ subject, issuer: name, publicKey, isAuthority: false, hosts });
      return { certificatePem: pem, privateKeyPem: privateKey };
    },
  };
}

/** Signs with OpenSSL, because forge's own arithmetic is slow. The prefix is DigestInfo of SHA-256 (RFC 8017, 9.2). */
function nativeKey(pem: string): forge.pki.rsa.PrivateKey {
  const sign = (md: forge.md.MessageDigest) => {
    const digestInfo = Buffer.from(`3031300d060960864801650304020105000420${md.digest().toHex()}`, 'hex');
    return privateEncrypt(pem, digestInfo).toString('latin1');
  };
  return { ...forge.pki.privateKeyFromPem(pem), sign };
}

function rsaKeys() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
