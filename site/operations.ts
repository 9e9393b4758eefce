import { adminContract } from '../openapi/admin-contract.ts';
import { contract } from '../openapi/contract.ts';
import administration from './administration.json' with { type: 'json' };
import portuguese from './operations.json' with { type: 'json' };
import { referenceContract } from './reference-contract.ts';

/** The reference of `/v1`. */
export const api = referenceContract(contract.description, portuguese, {
  ...{ path: 'referencia', title: 'Referência da API', worth: 6 },
  keywords: 'openapi swagger postman insomnia collection endpoints campos chamadas',
});

/** The reference of `/admin/v1`. Few people read it, so its calls rank below those of `/v1` in searches. */
export const administrationApi = referenceContract(adminContract.description, administration, {
  ...{ path: 'referencia/administracao', title: 'Referência da API de administração', worth: 5 },
  keywords: 'admin administrar operador instalação openapi swagger campos chamadas lk_',
});
