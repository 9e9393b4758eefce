import { percentile } from '../figures/percentile.ts';
import { together, type Sample } from '../figures/sample.ts';
import { perSecond, table } from '../figures/table.ts';
import type { Questions } from './outage.ts';

/** The late transmission after one outage: in how many series, seconds until the restored line was noticed, and the transmission as a sample. */
export type Transmission = { series: number; noticed: number; sample: Sample };

/** The measurements of one run: sales before and after the outages, sales during them, the transmissions, and all status questions. */
export type Samples = {
  lanes: number;
  online: Sample[];
  offline: Sample[];
  offlineAlone: Sample;
  onlineAlone: Sample;
  transmissions: Transmission[];
  questions: Questions[];
};

/** One table, and the aims below it. */
export function report({
  lanes,
  online,
  offline,
  onlineAlone,
  offlineAlone,
  transmissions,
  questions,
}: Samples): string {
  const [on, off] = [together(online), together(offline)];
  return [
    table([
      { what: 'online, to AUTHORIZED', lanes, sample: on },
      { what: 'service shut, to the coupon', lanes, sample: off },
      { what: 'online, to AUTHORIZED', lanes: 1, sample: onlineAlone },
      { what: 'service shut, to the coupon', lanes: 1, sample: offlineAlone },
      ...transmissions.map(({ series, sample }) => ({
        what: `${sample.runs} late notes, ${series} series, to AUTHORIZED`,
        lanes: series,
        sample,
      })),
    ]),
    '',
    `Coupons while shut to notes online (aim: at least 1): ${(perSecond(off) / perSecond(on)).toFixed(2)}.`,
    `Seconds until the coupon while shut, p50 and p95: ${seconds(off, 0.5)} and ${seconds(off, 0.95)}; online ${seconds(on, 0.5)} and ${seconds(on, 0.95)}.`,
    ...transmissions.map(
      ({ series, noticed, sample }) =>
        `Line back: noticed after ${noticed.toFixed(1)} s; ${sample.runs} notes of ${series} series transmitted in ${sample.seconds.toFixed(0)} s.`,
    ),
    `Questions about a status (aim: at most one in 30 s, however many wait): ${questions.map(inWords).join('; ')}.`,
  ].join('\n');
}

const seconds = ({ totalMs }: Sample, share: number): string => (percentile(totalMs, share) / 1000).toFixed(2);

function inWords({ about, asked, leastSeconds }: Questions): string {
  const apart = leastSeconds === null ? '' : `, at least ${leastSeconds.toFixed(1)} s apart`;
  return `${about} ${asked}${apart}`;
}
