import winston from 'winston';
import { spanIds } from '../telemetry/spans.ts';
import { logFields } from '../telemetry/log-fields.ts';

export type Logger = winston.Logger;

/**
 * A logger that writes JSON lines for machines, or one readable line per message for a terminal. Each line has the log fields of the current call.
 * Nothing removes secrets here: log ids and codes only.
 */
export function createLogger({ level, format }: { level: string; format: 'json' | 'pretty' }, process: string): Logger {
  const { combine, timestamp, json, errors, colorize, printf } = winston.format;
  const readable = combine(
    colorize(),
    printf(({ level, message, timestamp, stack, process: from, ...rest }) => {
      const facts = Object.entries(rest).map(
        ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );
      return [
        String(timestamp),
        level,
        `[${String(from)}]`,
        String(message),
        ...facts,
        ...(typeof stack === 'string' ? [`\n${stack}`] : []),
      ].join(' ');
    }),
  );
  const nestedErrors = winston.format((info) => {
    for (const [name, value] of Object.entries(info)) if (value instanceof Error) info[name] = inFull(value);
    return info;
  });
  const withItsFields = winston.format((info) => ({ ...logFields(), ...spanIds(), ...info }));
  return winston.createLogger({
    level,
    defaultMeta: { process },
    format: combine(
      withItsFields(),
      errors({ stack: true }),
      nestedErrors(),
      timestamp(),
      format === 'json' ? json() : readable,
    ),
    transports: [new winston.transports.Console()],
  });
}

/** The fields of an error as a plain object, because `JSON.stringify` gives `{}` for an error. */
function inFull({ name, message, stack, cause }: Error): Record<string, unknown> {
  return { name, message, stack, ...(cause instanceof Error ? { cause: inFull(cause) } : {}) };
}
