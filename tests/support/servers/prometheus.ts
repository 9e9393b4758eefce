import { type PrometheusPrograms, prometheusPrograms } from './prometheus-programs.ts';

/** The programs of Prometheus; null if this machine has neither them nor Debian's packages: tests that need them are then skipped. */
export const prometheus: PrometheusPrograms | null = await prometheusPrograms().catch(() => null);
