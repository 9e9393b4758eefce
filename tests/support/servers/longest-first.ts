import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first: mostly they wait, for Temporal to notice that a worker died or for an hour of the authority.
 * In a fresh clone the runner knows no durations and begins with the largest files: these would come last, one worker waiting for another.
 */
const longest = [
  'crash/distribution',
  'clients/generated-sale',
  'clients/sale',
  'crash/worker',
  'crash/cluster',
  'crash/restore',
  'local/demo',
  'crash/temporal-wiped',
  'crash/contingency',
  'crash/api',
  'crash/closings',
  'activities/conversation/repeated-fault',
  'workflows/distribution/week',
  'crash/distribution-late-answer',
  'crash/webhooks',
  'crash/store',
  'crash/clock',
  'crash/pool',
  'crash/panel',
  'clients/generated-admin',
  'adapters/archives/large',
  'journeys/closing',
  'journeys/closing-faults',
  'journeys/contingency-story',
  'journeys/contingency-shop',
  'journeys/trade',
  'local/start',
  'api/routes/received-export',
  'journeys/nfse-faults',
  'journeys/distribution-bad-answers',
  'activities/authority/judge',
  'activities/note/service',
  'activities/note/outcomes',
  'crash/temporal-away',
  'crash/rolling-restart',
  'crash/temporal',
  'crash/postgres',
  'api/routes/fiscal-documents/printed-texts',
  'api/docs',
  'api/routes/fiscal-documents/printing',
  'api/middleware/access',
  'journeys/every-situation',
  'workflows/webhook-delivery/schedule',
  'workflows/webhook-delivery/delivering',
  'workflows/webhook-delivery/deactivation',
  'workflows/emission',
  'workflows/histories',
  'workflows/contingency-histories',
  'api/middleware/head',
  'api/routes/manifestation',
];

export default class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(specifications)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}
