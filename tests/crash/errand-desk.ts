import { expect } from '@jest/globals';
import type { Answer } from '../support/erp.ts';
import type { Plant } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { expectEachDoneOnce, rowsAbout, sendCount } from './errand-evidence.ts';
import { type Errand, planErrands } from './errands.ts';
import type { Moment } from './moments.ts';

/** An ERP with errands for each kill: whatever breaks, it asks again until it is answered. */
export type ErrandDesk = {
  /** How many notes were issued for the errands. */
  notes: number;
  /** Asks for the errands of a kill and waits until they have come as far as its moment; `besides` go on as scenarios. */
  begin(kill: number, besides?: readonly object[]): Promise<void>;
  /** Looks how they stand once the process is dead. Authority and link are as ever from then on. */
  checkLeft(kill: number): Promise<void>;
  /** Waits for all answers, and proves that kills met errands before they were done, and that each was done once. */
  expectDoneOnce(): Promise<void>;
  /** Asks for all of them once more, and proves that they are found and nothing is sent. */
  expectFound(): Promise<void>;
};

/** @param moments where the kills meet the errands, in turn */
export async function openErrandDesk(plant: Plant, kills: number, moments: readonly Moment[]): Promise<ErrandDesk> {
  const { notes, errandsOf } = await planErrands(plant, kills);
  const momentOf = (kill: number): Moment => moments[kill % moments.length]!;
  const asked: { errand: Errand; answer: Promise<Answer> }[] = [];
  let killsInTime = 0;
  const ask = ({ method, path, body }: Errand): Promise<Answer> => plant.erp.ask(method, path, body);

  return {
    notes,

    async begin(kill, besides = []) {
      const { scenario, isCutOff, isReached } = momentOf(kill);
      const errands = errandsOf(kill);
      const places = new Set(errands.map(placeOf));
      const before = asked.filter(({ errand }) => places.has(placeOf(errand)));
      await Promise.all(before.map(({ answer }) => answer)); // one thing after the other about a note
      await plant.authority.control('PUT', '/scenario', [...besides, ...scenario]);
      if (isCutOff) plant.link.flow('swallow');
      asked.push(...errands.map((errand) => ({ errand, answer: ask(errand) })));
      await until('the errands have come far enough', () => isReached(plant, errands));
    },

    async checkLeft(kill) {
      const left = await rowsAbout(plant, errandsOf(kill));
      if (momentOf(kill).isEarly && !left.some(({ isSettled }) => isSettled)) killsInTime += 1;
      plant.link.flow('open');
      await plant.authority.control('DELETE', '/scenario');
    },

    async expectDoneOnce() {
      expect(killsInTime).toBeGreaterThan(0);
      for (const { errand, answer } of asked) expectDone(errand, await answer);
      const errands = asked.map(({ errand }) => errand);
      await expectEachDoneOnce(plant, errands);
    },

    async expectFound() {
      const sends = await sendCount(plant);
      const latest = new Map(asked.map(({ errand }) => [placeOf(errand), errand]));
      for (const errand of latest.values()) expectDone(errand, await ask(errand));
      expect(await sendCount(plant)).toBe(sends);
    },
  };
}

/** The note or the range that an errand is about. */
function placeOf({ subject }: Errand): string {
  return 'chNFe' in subject ? subject.chNFe : String(subject.first);
}

function expectDone(errand: Errand, answer: Answer): void {
  expect({ ...errand.subject, isDone: errand.isDone(answer), answer }).toMatchObject({ isDone: true });
}
