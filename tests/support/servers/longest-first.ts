import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The test files that take longest, longest first: they mostly wait, for Temporal to notice that a worker died or for an hour of the
 * authority. In a fresh clone the runner knows no durations and starts with the largest files, so that these would come last, one worker
 * waiting for another.
 */
const longest = [
  'clients/generated-sale',
  'crash/cluster',
  'crash/store',
  'crash/contingency',
  'crash/temporal-wiped',
  'local/demo',
  'crash/worker',
  'crash/restore',
  'crash/distribution',
  'journeys/compared-month',
  'crash/comparison',
  'activities/conversation/repeated-fault',
  'activities/authority/judge',
  'workflows/replay',
  'journeys/closing-faults',
  'panel/browser',
  'clients/generated-admin',
  'journeys/contingency-shop',
  'operations/audit/over-http',
  'workflows/contingency-histories',
  'journeys/trade',
  'crash/closings',
  'journeys/closing',
  'journeys/contingency-story',
  'clients/sale',
  'journeys/nfse-faults',
  'local/start',
  'activities/authority/let-go',
  'crash/mails',
  'workflows/office-closings',
  'journeys/distribution-bad-answers',
  'crash/temporal-away',
  'temporal/claim',
  'crash/api',
  'crash/rolling-restart',
  'crash/distribution-late-answer',
  'workflows/distribution/days',
  'fiscal-cases/rehearsal',
  'http/requests/bad-input',
  'workflows/webhook-delivery/deactivation',
  'crash/panel',
  'panel/office-month',
  'ops/rules',
  'api/routes/received-export',
  'workflows/webhook-delivery/schedule',
  'adapters/archives/large',
  'cli/commands/database',
  'activities/note/contingency',
  'workflows/histories',
  'panel/pages',
  'activities/note/service',
  'activities/note/outcomes',
  'api/routes/manifestation',
  'api/routes/fiscal-documents/printed-texts',
  'crash/postgres',
  'crash/webhooks',
  'journeys/contingency-modes',
  'api/routes/fiscal-documents/printing',
  'panel/operators-browser',
  'workflows/emission',
  'crash/temporal',
  'journeys/signals',
  'ops/image',
  'journeys/mailed-notes',
  'journeys/lanes',
  'ops/scrape',
  'activities/reconciliation',
  'workflows/closing',
  'journeys/every-situation',
  'crash/clock',
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
