import { type PrometheusPrograms, prometheusPrograms } from './prometheus-programs.ts';

/** The programs of Prometheus; null where this machine neither has them nor a Debian to take them from: tests that need them are skipped by name. */
export const prometheus: PrometheusPrograms | null = await prometheusPrograms().catch(() => null);
