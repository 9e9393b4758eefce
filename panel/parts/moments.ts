import { DateTime } from 'luxon';
import { brasiliaDay, brasiliaZone as zone } from '../../domain/fiscal-time.ts';
import { aboutLong, timeOf } from './words.ts';

/** `às 14:05` on the same day, otherwise `em 28 de novembro, às 14:05`, with the year unless it is this one. */
export function whenInWords(at: Date, now: Date): string {
  const day = otherDay(at, now);
  return day === null ? timeInWords(at) : `em ${day}, ${timeInWords(at)}`;
}

/** `até às 14:05`, `até 28 de novembro, às 14:05`. */
export function untilInWords(at: Date, now: Date): string {
  const day = otherDay(at, now);
  return `até ${day === null ? '' : `${day}, `}${timeInWords(at)}`;
}

const timeInWords = (at: Date): string => `às ${timeOf(at)}`;

/** `28 de novembro`, with the year unless it is this one; null on the same day. */
function otherDay(at: Date, now: Date): string | null {
  if (brasiliaDay(at) === brasiliaDay(now)) return null;
  const isThisYear = brasiliaDay(at).slice(0, 4) === brasiliaDay(now).slice(0, 4);
  return DateTime.fromJSDate(at, { zone })
    .setLocale('pt-BR')
    .toFormat(isThisYear ? "d 'de' LLLL" : "d 'de' LLLL 'de' yyyy");
}

/** `há 8 min`. A moment after `now`, by a clock that differs, counts as just begun. */
export function agoInWords(at: Date, now: Date): string {
  return `há ${aboutLong(Math.max(0, now.getTime() - at.getTime()))}`;
}
