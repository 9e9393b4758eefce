/**
 * Resolves at the first Ctrl-C or SIGTERM; the second ends the process at once, and with it what it started.
 */
export function untilSignal(): Promise<'signal'> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (): void => {
      if (asked) process.exit(130);
      asked = true;
      resolve('signal');
    };
    process.on('SIGINT', ask);
    process.on('SIGTERM', ask);
  });
}
