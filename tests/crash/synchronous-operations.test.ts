import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Answer } from '../support/erp.ts';
import type { Part } from '../support/part.ts';
import { openPlant, type Plant } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { expectEachDoneOnce, registeredOf, rowsAbout, sendCount } from './errand-evidence.ts';
import { type Errand, planErrands } from './errands.ts';

const kills = 20;
const services = ['RecepcaoEvento', 'NfeInutilizacao'] as const;

let plant: Plant;
beforeAll(async () => {
  plant = await openPlant();
}, 120_000);
afterAll(() => plant?.close());

test('a worker killed 20 times during events and inutilizations leaves one of each, here and at the authority', async () => {
  await expectToSurvive(plant.workers[0]!, [taken, registered, answerLost, recorded], 11);
}, 240_000);

test('an API killed 20 times during events and inutilizations leaves one of each, and who asks again is told of it', async () => {
  await expectToSurvive(plant.apis[0]!, [unstarted, registered, answerLost, recorded], 12);
}, 240_000);

/** Where a kill meets the errands of its round. */
type Moment = {
  /** What the authority does until the kill. */
  scenario: object[];
  /** Nothing of what the API says reaches Temporal until the kill. */
  isCutOff?: true;
  /** Whether the errands have come that far. */
  isReached(errands: Errand[]): Promise<boolean>;
  /** Whether the kill comes before the first of them is recorded as done. */
  isEarly: boolean;
};

/** All stand in our rows: prepared, about to be sent, or on their way. */
const taken: Moment = { scenario: [], isReached: areTaken, isEarly: false };
/** All stand in our rows, and none has a workflow. */
const unstarted: Moment = { scenario: [], isCutOff: true, isReached: areTaken, isEarly: true };
/** All are in the authority's books, and nobody here has heard of it. */
const registered: Moment = { scenario: toEach({ latencyMs: 3_000 }), isReached: areRegistered, isEarly: true };
/** The same, and nobody will be told without asking. */
const answerLost: Moment = { scenario: toEach({ drop: 'after' }), isReached: areRegistered, isEarly: false };
/** The first of them is recorded as done, others are about to be. */
const recorded: Moment = { scenario: [], isReached: isOneSettled, isEarly: false };

function toEach(rule: object): object[] {
  return services.map((service) => ({ service, ...rule }));
}

async function areTaken(errands: Errand[]): Promise<boolean> {
  return (await rowsAbout(plant, errands)).length === errands.length;
}

async function areRegistered(errands: Errand[]): Promise<boolean> {
  const [rows, books] = await Promise.all([rowsAbout(plant, errands), registeredOf(plant, errands)]);
  const entered = new Set(books.map(({ about }) => about));
  return rows.filter(({ about }) => entered.has(about)).length === errands.length;
}

async function isOneSettled(errands: Errand[]): Promise<boolean> {
  return (await rowsAbout(plant, errands)).some(({ isSettled }) => isSettled);
}

/** Kills the part in the midst of each round of errands, and proves that each errand was done once and is found when it is asked for again. */
async function expectToSurvive(part: Part, moments: readonly Moment[], series: number): Promise<void> {
  const errandsOf = await planErrands(plant, kills, series);
  const asked: { errand: Errand; answer: Promise<Answer> }[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const errands = errandsOf(kill);
    const places = new Set(errands.map(placeOf));
    // One thing after the other about a note, as an ERP does.
    await Promise.all(asked.filter(({ errand }) => places.has(placeOf(errand))).map(({ answer }) => answer));
    await killAmid(part, moments[kill % moments.length]!, errands, () =>
      asked.push(...errands.map((errand) => ({ errand, answer: ask(errand) }))),
    );
  }
  for (const { errand, answer } of asked) expectDone(errand, await answer);
  await expectEachDoneOnce(
    plant,
    asked.map(({ errand }) => errand),
  );

  const sends = await sendCount(plant);
  const latest = new Map(asked.map(({ errand }) => [placeOf(errand), errand]));
  for (const errand of latest.values()) expectDone(errand, await ask(errand));
  expect(await sendCount(plant)).toBe(sends);
}

async function killAmid(part: Part, moment: Moment, errands: Errand[], begin: () => void): Promise<void> {
  await plant.authority.control('PUT', '/scenario', moment.scenario);
  if (moment.isCutOff) plant.link.flow('swallow');
  begin();
  await until('the errands have come far enough', () => moment.isReached(errands));
  await part.kill();
  const left = await rowsAbout(plant, errands);
  if (moment.isEarly) expect(left.filter(({ isSettled }) => isSettled)).toEqual([]);
  plant.link.flow('open');
  await plant.authority.control('DELETE', '/scenario');
  await part.start();
}

/** The note or the range that an errand is about. */
function placeOf({ subject }: Errand): string {
  return 'chNFe' in subject ? subject.chNFe : String(subject.first);
}

function ask({ method, path, body }: Errand): Promise<Answer> {
  return plant.erp.ask(method, path, body);
}

function expectDone(errand: Errand, answer: Answer): void {
  expect({ ...errand.subject, isDone: errand.isDone(answer), answer }).toMatchObject({ isDone: true });
}
