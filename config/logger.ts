import winston from 'winston';
import { spanIds } from '../telemetry/spans.ts';
import { logFields } from '../telemetry/log-fields.ts';

export type Logger = winston.Logger;

/**
 * JSON lines for machines, one readable line for a person at a terminal. Each has the fields of the call that logs it. Secrets never come this
 * far: log ids and codes.
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

/** An error among the facts of a line as a plain object, because JSON would print an empty one. */
function inFull({ name, message, stack, cause }: Error): Record<string, unknown> {
  return { name, message, stack, ...(cause instanceof Error ? { cause: inFull(cause) } : {}) };
}
