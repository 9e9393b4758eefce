import { createDeliverer, type Deliverer } from '../../adapters/outbound/deliver.ts';

/** How an API of tests pings: it waits for a machine that is busy, or a moment while `isHasty`. */
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
