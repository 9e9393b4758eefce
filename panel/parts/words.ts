import { DateTime } from 'luxon';
import { brasiliaZone as zone } from '../../domain/fiscal-time.ts';
import { decimal } from '../../domain/pages/html/values.ts';

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

/** `sexta-feira, 27 de novembro` */
export function dayInWords(day: string): string {
  return DateTime.fromISO(day, { zone, locale: 'pt-BR' }).toFormat("cccc, d 'de' LLLL");
}

/** `27 de novembro de 2026, 14:05:31` */
export function momentInWords(at: Date): string {
  return inBrasilia(at).toFormat("d 'de' LLLL 'de' yyyy, HH:mm:ss");
}

/** An instant as people say one that is near: `22:14 de hoje`, `08:00 de amanhã`, `08:00 de 30 de novembro`. */
export function nearMoment(at: Date, now: Date): string {
  const [then, today] = [inBrasilia(at), inBrasilia(now).startOf('day')];
  const days = Math.round(then.startOf('day').diff(today, 'days').days);
  const near: Record<number, string> = { [-1]: 'ontem', 0: 'hoje', 1: 'amanhã' };
  return `${then.toFormat('HH:mm')} de ${near[days] ?? then.toFormat("d 'de' LLLL")}`;
}

/** `10 de dezembro` of `2026-12-10`. */
export function dateInWords(day: string): string {
  return DateTime.fromISO(day, { zone, locale: 'pt-BR' }).toFormat("d 'de' LLLL");
}

/** What something waits for, without what an operator would type. */
export function waitInWords(reason: string): string {
  return reason.replace(/ e decida com "[^"]*"/, ' antes de decidir');
}

/** `1.234,50` */
export function money(value: string): string {
  return decimal(value, 2);
}

/** `1.234` */
export function count(value: number): string {
  return decimal(String(value), 0);
}

/** How long something took: `210 ms`, `8,2 s`, `2 min 10 s`, `3 h 5 min`. */
export function lasting(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1).replace('.', ',')} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long something goes on, as people say it: `8 min`, `3 h`, `2 dias`. */
export function aboutLong(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 1) return 'menos de um minuto';
  if (minutes < 60) return `${Math.floor(minutes)} min`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} dias`;
}
