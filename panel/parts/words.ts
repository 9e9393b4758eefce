import { DateTime } from 'luxon';
import { brasiliaZone as zone } from '../../domain/fiscal-time.ts';
import { count } from '../../domain/pages/html/values.ts';

function inBrasilia(at: Date): DateTime {
  return DateTime.fromJSDate(at, { zone }).setLocale('pt-BR');
}

/** `14:05` */
export function timeOf(at: Date): string {
  return inBrasilia(at).toFormat('HH:mm');
}

/** `14:05:31` */
export function secondOf(at: Date): string {
  return inBrasilia(at).toFormat('HH:mm:ss');
}

/** `sexta-feira, 27 de novembro de 2026`; without the year when `now` is in the same one. */
export function dayInWords(day: string, now?: Date): string {
  const isOfYear = now !== undefined && day.startsWith(String(inBrasilia(now).year));
  return DateTime.fromISO(day, { zone, locale: 'pt-BR' }).toFormat(
    isOfYear ? "cccc, d 'de' LLLL" : "cccc, d 'de' LLLL 'de' yyyy",
  );
}

/** `novembro de 2026` */
export function monthOfDay(day: string): string {
  return DateTime.fromISO(day, { zone, locale: 'pt-BR' }).toFormat("LLLL 'de' yyyy");
}

/** `27 de novembro de 2026, 14:05:31` */
export function momentInWords(at: Date): string {
  return inBrasilia(at).toFormat("d 'de' LLLL 'de' yyyy, HH:mm:ss");
}

/** An instant near today: `22:14 de hoje`, `08:00 de amanhã`, `08:00 de 30 de novembro`. */
export function nearMoment(at: Date, now: Date): string {
  const [then, today] = [inBrasilia(at), inBrasilia(now).startOf('day')];
  const days = Math.round(then.startOf('day').diff(today, 'days').days);
  const near: Record<number, string> = { [-1]: 'ontem', 0: 'hoje', 1: 'amanhã' };
  return `${then.toFormat('HH:mm')} de ${near[days] ?? then.toFormat("d 'de' LLLL")}`;
}

/** `2026-12-10` becomes `10 de dezembro`. */
export function dateInWords(day: string): string {
  return DateTime.fromISO(day, { zone, locale: 'pt-BR' }).toFormat("d 'de' LLLL");
}

/** What something waits for, without the command that an operator would type. */
export function waitInWords(reason: string): string {
  return reason.replace(/ e decida com "[^"]*"/, ' antes de decidir');
}

/** When something ends that has so many days left (`daysLeftOf`); the last of them is less than 24 hours from now, not today. */
export function inDays(days: number): string {
  return days === 1 ? 'hoje ou amanhã' : `em ${count(days)} dias`;
}

/** A duration that has ended: `210 ms`, `8,2 s`, `2 min 10 s`, `3 h 5 min`; rounded before its unit is chosen. */
export function lasting(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  if (whole < 1000) return `${whole} ms`;
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1).replace('.', ',')} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(milliseconds / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A rough duration: `8 min`, `3 h`, `2 dias`. */
export function aboutLong(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 1) return 'menos de um minuto';
  if (minutes < 60) return `${Math.floor(minutes)} min`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} dias`;
}

/** `27/11/2026` */
export function shortDate(at: Date): string {
  return inBrasilia(at).toFormat('dd/MM/yyyy');
}

export { shortDay } from '../../domain/fiscal-time.ts';
export { count };

/** Text without accents and capitals, for searches. */
export function plainly(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** `33 dia(s)` becomes `33 dias`, and `1 dia(s)` becomes `1 dia`. */
function asPeopleCount(words: string): string {
  return words.replaceAll(/(\d+)((?: \p{L}+(?:\([sm]\))?)+)/gu, (_, number: string, counted: string) => {
    return number + counted.replaceAll(/\(([sm])\)/g, number === '1' ? '' : '$1');
  });
}

/** A message for the shell as a sentence for people: with Brazilian dates and plain plurals, a capital at the beginning and a full stop. */
export function sentence(words: string): string {
  const told = asPeopleCount(words).replaceAll(/\b(\d{4})-(\d\d)-(\d\d)\b/g, '$3/$2/$1');
  const begun = told.charAt(0).toUpperCase() + told.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
