import winston from 'winston';

/** A logger that appends its lines to `logs` and prints nothing. */
export function collectingLogger(logs: Record<string, unknown>[]): winston.Logger {
  const memory = winston.format((info) => {
    logs.push({ ...info });
    return false;
  });
  return winston.createLogger({ format: memory(), transports: [new winston.transports.Console()] });
}
