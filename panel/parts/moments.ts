import { DateTime } from 'luxon';
import { brasiliaDay, brasiliaZone as zone } from '../../domain/fiscal-time.ts';
import { aboutLong, timeOf } from './words.ts';

/** `às 14:05` of the same day, else `em 28 de novembro, às 14:05`, with the year where it is another one. */
export function whenInWords(at: Date, now: Date): string {
  const time = `às ${timeOf(at)}`;
  if (brasiliaDay(at) === brasiliaDay(now)) return time;
  const day = DateTime.fromJSDate(at, { zone }).setLocale('pt-BR');
  const isThisYear = brasiliaDay(at).slice(0, 4) === brasiliaDay(now).slice(0, 4);
  return `em ${day.toFormat(isThisYear ? "d 'de' LLLL" : "d 'de' LLLL 'de' yyyy")}, ${time}`;
}

/** `até às 14:05`, `até 28 de novembro, às 14:05`. */
export function untilInWords(at: Date, now: Date): string {
  return `até ${whenInWords(at, now).replace(/^em /, '')}`;
}

/** `há 8 min`; what begins later than now, by clocks that differ, has just begun. */
export function agoInWords(at: Date, now: Date): string {
  return `há ${aboutLong(Math.max(0, now.getTime() - at.getTime()))}`;
}
