import type { Renderer } from './renderer.ts';
import { DomainError } from '../../domain/errors.ts';

/** Used where no browser is configured: everything works except drawing. */
export const missingRenderer: Pick<Renderer, 'pdf' | 'close'> = {
  pdf: () => {
    const message = 'Este servidor não tem navegador para desenhar PDF: defina PUPPETEER_EXECUTABLE_PATH.';
    return Promise.reject(new DomainError('service_unavailable', message));
  },
  close: () => Promise.resolve(),
};
