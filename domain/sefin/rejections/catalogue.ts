import type { Explanation } from '../../rejections/explanation.ts';
import { events } from './document/events.ts';
import { identification } from './document/identification.ts';
import { substitution } from './document/substitution.ts';
import { message } from './message.ts';
import { intermediary } from './parties/intermediary.ts';
import { provider } from './parties/provider.ts';
import { taker } from './parties/taker.ts';
import { amounts } from './service/amounts.ts';
import { code } from './service/code.ts';
import { sites } from './service/sites.ts';
import { federal } from './taxes/federal.ts';
import { ibsCbs } from './taxes/ibs-cbs.ts';
import { iss } from './taxes/iss.ts';
import { rate } from './taxes/rate.ts';

const chapters = [
  message,
  identification,
  substitution,
  provider,
  taker,
  intermediary,
  code,
  sites,
  amounts,
  iss,
  rate,
  federal,
  ibsCbs,
  events,
];

/**
 * Every rejection of the SEFIN Nacional that Lavra explains, by its code and in the order of the chapters; a code stands in one chapter only.
 * What a code means is that of Anexo I v1.01 (09/02/2026) and Anexo II v1.01 (22/01/2026).
 */
export const catalogue: readonly (readonly [code: string, Explanation])[] = chapters.flatMap((chapter) =>
  Object.entries(chapter),
);
