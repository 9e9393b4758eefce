import type { Certificate } from '../../../domain/companies/certificate.entity.ts';
import { wakeAfterCertificate } from '../../../http/runs/wake-after-certificate.ts';
import { actOnce } from '../../../operations/access/repeatable.ts';
import { operating } from '../../../operations/in-company.ts';
import { addCertificate, listCertificates, removeCertificate } from '../../../operations/provisioning.ts';
import { usedCertificate } from '../../../operations/provisioning/certificates.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, created, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';

type CertificateOperations = Extract<keyof AdminHandlers, `${string}Certificate${string}`>;

/** A company's A1 certificates. They can be added and removed; no operation returns one. */
export function certificateHandlers(parts: PanelParts): Pick<AdminHandlers, CertificateOperations> {
  const { orm, masterKey, trust, distributionWaitSeconds } = parts;
  const spread = distributionWaitSeconds === undefined ? {} : { distributionWaitSeconds };
  return {
    listCertificates: async (_req, res) => {
      const { operator, company } = actingOn(res);
      const data = await operating(orm, operator, company.id, async (em) => {
        const used = await usedCertificate(em, company);
        return (await listCertificates(em, company)).map((each) => certificateView(each, used));
      });
      res.json({ data });
    },

    addCertificate: async (req, res) => {
      const { operator, company } = actingOn(res);
      const { pfx, password } = req.body;
      const file = { company, pfx: Buffer.from(pfx, 'base64'), password, trust, ...spread };
      const outcome = await actOnce<null, AdminSchema<'Certificate'>>(orm, operator, repeatableOf(req), {
        act: (once) =>
          operating(orm, operator, company.id, (em) => {
            const add = async () => {
              const certificate = await addCertificate(em, masterKey, file, operator.actor);
              return certificateView(certificate, await usedCertificate(em, company));
            };
            return once(em, add, ({ id }) => ({ id }));
          }),
        again: ({ id: made }) =>
          operating(orm, operator, company.id, async (em) => {
            const kept = (await listCertificates(em, company)).find(({ id }) => id === made);
            return kept ? certificateView(kept, await usedCertificate(em, company)) : null;
          }),
      });
      if ('made' in outcome) await wakeAfterCertificate(parts, res, company);
      created(res, outcome);
    },

    removeCertificate: async (req, res) => {
      const { operator, company } = actingOn(res);
      const { certificateId } = req.params;
      await operating(orm, operator, company.id, (em) => removeCertificate(em, certificateId, operator.actor));
      res.json({ success: true });
    },
  };
}

/** The public data of a certificate. */
function certificateView(certificate: Certificate, used: string | null): AdminSchema<'Certificate'> {
  const { id, taxId, subject, issuer, serialNumber, fingerprint, notBefore, notAfter, createdAt } = certificate;
  return {
    ...{ id, taxId, subject, issuer, serialNumber, fingerprint },
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    isUsed: id === used,
    createdAt: createdAt.toISOString(),
  };
}
