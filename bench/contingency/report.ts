import { percentile } from '../figures/percentile.ts';
import { together, type Sample } from '../figures/sample.ts';
import { perSecond, table } from '../figures/table.ts';
import type { Questions } from './outage.ts';

/** How late notes went after one outage: of how many series, seconds until it was noticed that the line is back, and the rest as a sample. */
export type Transmission = { series: number; noticed: number; sample: Sample };

/** What one run took: sales before and after the outages, sales in them, the transmissions, and the questions of all. */
export type Samples = {
  lanes: number;
  online: Sample[];
  offline: Sample[];
  offlineAlone: Sample;
  onlineAlone: Sample;
  transmissions: Transmission[];
  questions: Questions[];
};

/** One table, and below it the aims. */
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
