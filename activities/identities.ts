import { createPrivateKey, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TlsIdentity } from '../adapters/mutual-tls/wire.ts';
import type { EntityManager } from '../config/orm.ts';
import { Certificate, type CertificateSecrets } from '../domain/companies/certificate.entity.ts';
import { type MasterKey, sealOwner, unseal } from '../domain/seal.ts';
import type { Signer } from '../domain/xml/signature.ts';
import { newestCertificate } from '../operations/newest-certificate.ts';

/** A company's opened certificate: `signer` signs its documents, `tls` opens its mutual-TLS channel. */
export type SigningIdentity = { signer: Signer; tls: TlsIdentity; notAfter: Date };

/** Opens companies' certificates and keeps what was opened for ten minutes: parsing a key costs more than signing with it. */
export function createIdentities(masterKey: MasterKey) {
  const opened = new LRUCache<string, SigningIdentity>({ max: 500, ttl: 10 * 60_000 });

  async function byId(em: EntityManager, certificateId: string): Promise<SigningIdentity> {
    const kept = opened.get(certificateId);
    if (kept) return kept;
    const identity = open(masterKey, await em.findOneOrFail(Certificate, { id: certificateId }));
    opened.set(certificateId, identity);
    return identity;
  }

  return {
    /** Opens a certificate by the id that `newestCertificate` found. */
    byId,

    /** The newest active certificate of a company; null where it has none. */
    async of(em: EntityManager, companyId: string): Promise<SigningIdentity | null> {
      const [row] = await em.execute<{ id: string | null }[]>(`select ${newestCertificate('?')} as id`, [companyId]);
      return row?.id ? byId(em, row.id) : null;
    },
  };
}
export type Identities = ReturnType<typeof createIdentities>;

function open(masterKey: MasterKey, { id, company, sealed, fingerprint, notAfter }: Certificate): SigningIdentity {
  const secrets = JSON.parse(unseal(masterKey, sealOwner.certificate(company, id), sealed)) as CertificateSecrets;
  return {
    notAfter,
    signer: {
      key: createPrivateKey(secrets.privateKeyPem),
      certificateBase64: new X509Certificate(secrets.certificatePem).raw.toString('base64'),
    },
    tls: { ...secrets, fingerprint },
  };
}
