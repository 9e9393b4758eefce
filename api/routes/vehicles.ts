import { type EntityManager, inCompany } from '../../config/orm.ts';
import { normalizeVehicle } from '../../domain/carriers/normalize-vehicle.ts';
import { Vehicle } from '../../domain/carriers/vehicle.entity.ts';
import { NotFound } from '../../domain/errors.ts';
import { windowOf } from '../../operations/lists/page.ts';
import { listView, pageOf } from '../lists/page.ts';
import { callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { findCarrier, lockCarrier } from '../requests/carrier.ts';
import { orConflict } from '../requests/conflict.ts';
import { existing } from '../requests/existing.ts';
import { fleetConflicts, fleetOf, settleFleet } from '../requests/fleet.ts';
import { vehicleView } from '../views/vehicle.ts';

type VehicleOperations = Extract<keyof Handlers, `${string}Vehicle` | 'listVehicles'>;

/** Whoever changes a fleet locks its carrier first, so that requests at the same moment agree on one default (spec 2-extended §2.4.3). */
export function vehicleHandlers({ orm }: ApiParts): Pick<Handlers, VehicleOperations> {
  const change = <Result>(companyId: string, { id, vehicleId }: Place, work: FleetWork<Result>): Promise<Result> =>
    orConflict(fleetConflicts, () =>
      inCompany(orm, companyId, async (em) => {
        const { id: carrier } = await lockCarrier(em, id);
        return work(em, await fleetOf(em, carrier, vehicleId), carrier);
      }),
    );
  return {
    listVehicles: async (req, res) => {
      const page = pageOf(req.query);
      const [vehicles, total] = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const { id: carrier } = await findCarrier(em, req.params.id);
        return em.findAndCount(Vehicle, { carrier }, { orderBy: defaultFirst, ...windowOf(page) });
      });
      res.json(listView(vehicles.map(vehicleView), total, page));
    },

    createVehicle: async (req, res) => {
      const { companyId: company } = callerOf(res);
      const { isDefault, ...input } = req.body;
      const record = normalizeVehicle(input);
      const vehicle = await change(company, req.params, async (em, fleet, carrier) => {
        const added = em.create(Vehicle, { company, carrier, ...record, isDefault: false });
        await settleFleet(em, [...fleet, added], { id: added.id, isDefault: isDefault === true || undefined });
        return added;
      });
      res.status(201).json(vehicleView(vehicle));
    },

    getVehicle: async (req, res) => {
      const { id, vehicleId } = req.params;
      const vehicle = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const { id: carrier } = await findCarrier(em, id);
        return existing('Veículo', vehicleId, () => em.findOne(Vehicle, { id: vehicleId, carrier }));
      });
      res.json(vehicleView(vehicle));
    },

    updateVehicle: async (req, res) => {
      const { isDefault, ...sent } = req.body;
      const vehicle = await change(callerOf(res).companyId, req.params, async (em, fleet) => {
        const found = memberOf(fleet, req.params.vehicleId);
        found.change(sent);
        await settleFleet(em, fleet, { id: found.id, isDefault });
        return found;
      });
      res.json(vehicleView(vehicle));
    },

    deleteVehicle: async (req, res) => {
      await change(callerOf(res).companyId, req.params, async (em, fleet) => {
        const found = memberOf(fleet, req.params.vehicleId);
        await em.remove(found).flush();
        const rest = fleet.filter((vehicle) => vehicle !== found);
        await settleFleet(em, rest);
      });
      res.json({ success: true });
    },
  };
}

/** The carrier, and the vehicle of its fleet, that a path names. */
type Place = { id: string; vehicleId?: string };

/** What is done to the vehicles of a locked carrier, the oldest first. */
type FleetWork<Result> = (em: EntityManager, fleet: Vehicle[], carrier: string) => Promise<Result>;

const defaultFirst = [{ isDefault: 'desc' as const }, { id: 'desc' as const }];

function memberOf(fleet: Vehicle[], id: string): Vehicle {
  const vehicle = fleet.find((member) => member.id === id.toLowerCase());
  if (!vehicle) throw new NotFound('Veículo');
  return vehicle;
}
