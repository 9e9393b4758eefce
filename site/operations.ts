import { adminContract } from '../openapi/admin-contract.ts';
import { contract } from '../openapi/contract.ts';
import administration from './administration.json' with { type: 'json' };
import portuguese from './operations.json' with { type: 'json' };
import { referenceContract } from './reference-contract.ts';

/** `/v1` as the site tells it. */
export const api = referenceContract(contract.description, portuguese, {
  ...{ path: 'referencia', title: 'Referência da API', worth: 6 },
  keywords: 'openapi swagger postman insomnia collection endpoints campos chamadas',
});

/** `/admin/v1` likewise. Few read it, so that in results its calls stand below those of `/v1`. */
export const administrationApi = referenceContract(adminContract.description, administration, {
  ...{ path: 'referencia/administracao', title: 'Referência da API de administração', worth: 5 },
  keywords: 'admin administrar operador instalação openapi swagger campos chamadas lk_',
});
