import { inCompany } from '../../config/orm.ts';
import { Carrier } from '../../domain/carriers/carrier.entity.ts';
import { normalizeCarrier } from '../../domain/carriers/normalize-carrier.ts';
import { findCarriers } from '../../operations/lists/carriers.ts';
import { listView, pageOf } from '../lists/page.ts';
import { callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { carrierConflicts, findCarrier, lockCarrier } from '../requests/carrier.ts';
import { orConflict } from '../requests/conflict.ts';
import { carrierView } from '../views/carrier.ts';

type CarrierOperations = Extract<keyof Handlers, `${string}Carrier` | 'listCarriers'>;

export function carrierHandlers({ orm }: ApiParts): Pick<Handlers, CarrierOperations> {
  return {
    listCarriers: async (req, res) => {
      const { companyId } = callerOf(res);
      const page = pageOf(req.query);
      const [carriers, total] = await inCompany(orm, companyId, (em) => findCarriers(em, req.query, page));
      res.json(listView(carriers.map(carrierView), total, page));
    },

    createCarrier: async (req, res) => {
      const { companyId: company } = callerOf(res);
      const record = normalizeCarrier(req.body);
      const carrier = await orConflict(carrierConflicts, () =>
        inCompany(orm, company, async (em) => em.create(Carrier, { company, ...record })),
      );
      res.status(201).json(carrierView(carrier));
    },

    getCarrier: async (req, res) => {
      const carrier = await inCompany(orm, callerOf(res).companyId, (em) => findCarrier(em, req.params.id));
      res.json(carrierView(carrier));
    },

    updateCarrier: async (req, res) => {
      const carrier = await orConflict(carrierConflicts, () =>
        inCompany(orm, callerOf(res).companyId, async (em) => {
          const found = await lockCarrier(em, req.params.id);
          found.change(req.body);
          return found;
        }),
      );
      res.json(carrierView(carrier));
    },

    deleteCarrier: async (req, res) => {
      await inCompany(orm, callerOf(res).companyId, async (em) => {
        const carrier = await lockCarrier(em, req.params.id);
        carrier.remove();
      });
      res.json({ success: true });
    },
  };
}
