import { createDeliverer, type Deliverer } from '../../adapters/outbound/deliver.ts';

/** The webhook client of test APIs for pings: it waits as long as a busy machine needs, or only a moment while `isHasty`. */
export type Pings = Deliverer & { isHasty: boolean };

export function createPings(): Pings {
  const patient = createDeliverer({ allowLocal: true, timeoutMs: 30_000 });
  const hasty = createDeliverer({ allowLocal: true, timeoutMs: 300 });
  const pings: Pings = {
    isHasty: false,
    deliver: (delivery) => (pings.isHasty ? hasty : patient).deliver(delivery),
    close: async () => void (await Promise.all([patient.close(), hasty.close()])),
  };
  return pings;
}
