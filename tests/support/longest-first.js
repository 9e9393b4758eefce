import TestSequencer from '@jest/test-sequencer';

/**
 * The files that take longest, the longest first: mostly they wait, for Temporal to notice that a worker died or for an hour of the authority.
 * In a fresh clone jest knows no durations and begins with the largest files: these would come last, one worker waiting for another.
 */
const longest = [
  'crash/distribution',
  'crash/worker',
  'crash/cluster',
  'crash/restore',
  'crash/contingency',
  'crash/api',
  'crash/closings',
  'activities/conversation/repeated-fault',
  'workflows/distribution/week',
  'crash/distribution-late-answer',
  'crash/webhooks',
  'crash/store',
  'crash/clock',
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
  'crash/temporal-wiped',
  'crash/temporal',
  'crash/postgres',
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

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const placeOf = ({ path }) => {
      const place = longest.findIndex((name) => path.endsWith(`/tests/${name}.test.ts`));
      return place === -1 ? longest.length : place;
    };
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }
}
