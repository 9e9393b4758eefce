import { vehicleView } from '../../http/views/records.ts';
import { inCompany } from '../../operations/in-company.ts';
import { rowRangeOf } from '../../operations/lists/page.ts';
import {
  changeVehicle,
  createVehicle,
  findVehicle,
  findVehicles,
  removeVehicle,
} from '../../operations/records/vehicles.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';

type VehicleOperations = Extract<keyof Handlers, `${string}Vehicle` | 'listVehicles'>;

export function vehicleHandlers({ orm }: ApiParts): Pick<Handlers, VehicleOperations> {
  return {
    listVehicles: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const [vehicles, total] = await inCompany(orm, companyOf(res).id, (em) =>
        findVehicles(em, req.params.id, rowRangeOf(page)),
      );
      res.json(listView(vehicles.map(vehicleView), total, page));
    },

    createVehicle: async (req, res) => {
      res.status(201).json(vehicleView(await createVehicle(orm, companyOf(res), req.params.id, req.body)));
    },

    getVehicle: async (req, res) => {
      const vehicle = await inCompany(orm, companyOf(res).id, (em) => findVehicle(em, placeOf(req.params)));
      res.json(vehicleView(vehicle));
    },

    updateVehicle: async (req, res) => {
      res.json(vehicleView(await changeVehicle(orm, companyOf(res), placeOf(req.params), req.body)));
    },

    deleteVehicle: async (req, res) => {
      await removeVehicle(orm, companyOf(res), placeOf(req.params));
      res.json({ success: true });
    },
  };
}

function placeOf({ id: carrierId, vehicleId }: { id: string; vehicleId: string }) {
  return { carrierId, vehicleId };
}
