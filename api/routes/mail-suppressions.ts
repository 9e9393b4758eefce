import { inCompany } from '../../operations/in-company.ts';
import { findSuppressions, liftSuppression } from '../../operations/mails/find-mails.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

/** Handlers of addresses to which a company's mails are not sent. */
export function mailSuppressionHandlers({
  orm,
}: ApiParts): Pick<Handlers, 'listMailSuppressions' | 'liftMailSuppression'> {
  return {
    listMailSuppressions: async (_req, res) => {
      const all = await inCompany(orm, companyOf(res).id, findSuppressions);
      const data = all.map(({ email, reason, createdAt }) => ({ email, reason, createdAt: createdAt.toISOString() }));
      res.json({ data });
    },

    liftMailSuppression: async (req, res) => {
      await liftSuppression(orm, companyOf(res), req.params.email);
      res.json({ success: true });
    },
  };
}
