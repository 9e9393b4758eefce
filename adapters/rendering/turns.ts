import { PrintingFailed } from './printer.ts';

export type TurnsOptions = {
  /** How many takers of one owner may wait; more are refused. */
  waitingPerOwner: number;
  /** How long a taker waits at most. */
  patienceMs: number;
};

/** A queue for places: owners take turns, and the requests of one owner keep their order. */
export type Turns<Place> = {
  /**
   * A free place, once it is this owner's turn.
   *
   * @throws PrintingFailed with `crowded` or `late`
   */
  take: (owner: string) => Promise<Place>;
  giveBack: (place: Place) => void;
};

export function turns<Place>(places: readonly Place[], { waitingPerOwner, patienceMs }: TurnsOptions): Turns<Place> {
  const idle = [...places];
  /** The waiting takers by owner; the first owner in the map is next. */
  const waiting = new Map<string, Set<(place: Place) => void>>();

  async function wait(owner: string): Promise<Place> {
    const line = waiting.get(owner) ?? new Set();
    if (line.size >= waitingPerOwner) throw new PrintingFailed('crowded');
    waiting.set(owner, line);
    return new Promise((resolve, reject) => {
      const tooLate = setTimeout(() => {
        line.delete(served);
        if (line.size === 0) waiting.delete(owner);
        reject(new PrintingFailed('late'));
      }, patienceMs);
      const served = (place: Place): void => {
        clearTimeout(tooLate);
        resolve(place);
      };
      line.add(served);
    });
  }

  return {
    async take(owner) {
      return idle.pop() ?? wait(owner);
    },
    giveBack(place) {
      const [next] = waiting;
      if (!next) {
        idle.push(place);
        return;
      }
      const [owner, line] = next;
      const [serve] = line;
      waiting.delete(owner);
      if (serve) line.delete(serve);
      if (line.size > 0) waiting.set(owner, line);
      serve?.(place);
    },
  };
}
