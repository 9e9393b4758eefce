import { inCompany } from '../../operations/in-company.ts';
import { findPayables } from '../../operations/lists/payables.ts';
import { findPayable, withNote, withNotes } from '../../operations/received/find-received.ts';
import { payPayable, takePaymentBack } from '../../operations/received/pay.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';
import { payableView } from '../views/payable.ts';

type PayableOperations = 'listPayables' | 'getPayable' | 'payPayable' | 'takePayablePaymentBack';

/** Handlers of what the company owes its suppliers. */
export function payableHandlers({ orm }: ApiParts): Pick<Handlers, PayableOperations> {
  return {
    listPayables: async (req, res) => {
      const { id, environment } = companyOf(res);
      const { payables, total } = await inCompany(orm, id, async (em) => {
        const { payables, total } = await findPayables(em, environment, req.query, pageWithDefaults(req.query));
        return { payables: await withNotes(em, payables), total };
      });
      res.json(listView(payables.map(payableView), total, pageWithDefaults(req.query)));
    },

    getPayable: async (req, res) => {
      const found = await inCompany(orm, companyOf(res).id, async (em) =>
        withNote(em, await findPayable(em, req.params.id)),
      );
      res.json(payableView(found));
    },

    payPayable: async (req, res) => {
      res.json(payableView(await payPayable(orm, companyOf(res), req.params.id, req.body?.paidOn ?? undefined)));
    },

    takePayablePaymentBack: async (req, res) => {
      res.json(payableView(await takePaymentBack(orm, companyOf(res), req.params.id)));
    },
  };
}
