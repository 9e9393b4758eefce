import { expect, test } from 'vitest';
import { timeline } from '../../panel/pages/note/timeline.ts';

const at = (time: string): Date => new Date(`2026-11-27T${time}Z`);

test('an NFS-e that was cancelled later is shown as authorized when it was', () => {
  const call = (service: string, subject: string, startedAt: Date, endedAt: Date) => {
    return { service, subject, startedAt, endedAt, cStat: null, fault: null };
  };
  const note = {
    emissionAskedAt: at('15:00:00'),
    document: { type: 'NFSE', status: 'CANCELLED', createdAt: at('15:00:00'), authorizationDate: at('15:00:01') },
    story: {
      attempts: [{ attempt: 1, series: 1, number: 7, dpsId: 'DPS7', createdAt: at('15:00:00') }],
      authorityCalls: [
        call('NfseEmissao', 'DPS7', at('15:00:01'), at('15:00:02')),
        call('NfseEvento', 'PRE7101101', at('17:00:00'), at('17:00:01')),
      ],
      ...{ events: [], deliveries: [], mails: [], waiting: null },
    },
  };
  const shown = String(timeline(note as unknown as Parameters<typeof timeline>[0], at('18:00:00')).text);
  expect(shown).toContain(`id="f-AUTHORIZED-${at('15:00:02').getTime()}"`);
});
