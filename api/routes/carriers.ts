import { carrierView } from '../../http/views/records.ts';
import { inCompany } from '../../operations/in-company.ts';
import { findCarriers } from '../../operations/lists/records.ts';
import { changeCarrier, createCarrier, findCarrier, removeCarrier } from '../../operations/records/carriers.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';

type CarrierOperations = Extract<keyof Handlers, `${string}Carrier` | 'listCarriers'>;

export function carrierHandlers({ orm }: ApiParts): Pick<Handlers, CarrierOperations> {
  return {
    listCarriers: async (req, res) => {
      const [carriers, total] = await inCompany(orm, companyOf(res).id, (em) =>
        findCarriers(em, req.query, pageWithDefaults(req.query)),
      );
      res.json(listView(carriers.map(carrierView), total, pageWithDefaults(req.query)));
    },

    createCarrier: async (req, res) => {
      res.status(201).json(carrierView(await createCarrier(orm, companyOf(res), req.body)));
    },

    getCarrier: async (req, res) => {
      const carrier = await inCompany(orm, companyOf(res).id, (em) => findCarrier(em, req.params.id));
      res.json(carrierView(carrier));
    },

    updateCarrier: async (req, res) => {
      res.json(carrierView(await changeCarrier(orm, companyOf(res), req.params.id, req.body)));
    },

    deleteCarrier: async (req, res) => {
      await removeCarrier(orm, companyOf(res), req.params.id);
      res.json({ success: true });
    },
  };
}
