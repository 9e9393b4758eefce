import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { HttpRefusal } from './refusal.ts';

/** Downloads that this process serves to one company, or one office, at once. A download lasts as long as its receiver is slow. */
const atOncePerOwner = 4;
/** Database connections that all downloads together use at a time, so that the pool is left to short requests. */
const readsAtOnce = 2;

/** Limits downloads: each company or office may have a few at once, and all together use few database connections. */
export type DownloadPlaces = ReturnType<typeof downloadPlaces>;

export function downloadPlaces() {
  const taken = new Map<string, number>();
  const release = (owner: string): void => {
    const left = (taken.get(owner) ?? 0) - 1;
    if (left > 0) taken.set(owner, left);
    else taken.delete(owner);
  };
  return {
    /** Runs work with the database when it is its turn. */
    turn: pLimit(readsAtOnce),

    /**
     * The result of `open`; holds one of the owner's places until the content of the result has closed.
     *
     * @throws HttpRefusal `rate_limited` where all places of the owner are taken
     */
    async hold<Opened extends { content: Readable }>(owner: string, open: () => Promise<Opened>): Promise<Opened> {
      const held = taken.get(owner) ?? 0;
      if (held >= atOncePerOwner) throw crowded();
      taken.set(owner, held + 1);
      try {
        const opened = await open();
        opened.content.once('close', () => release(owner));
        return opened;
      } catch (error) {
        release(owner);
        throw error;
      }
    },
  };
}

function crowded(): HttpRefusal {
  const message = `Já há ${atOncePerOwner} exportações em andamento. Espere uma terminar e tente de novo.`;
  return new HttpRefusal(429, 'rate_limited', message, { 'Retry-After': '15' });
}
