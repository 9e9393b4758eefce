import {
  type AdminCalls,
  type AdminList,
  type AdminSchema,
  type CallOptions,
  type CreateOptions,
  once,
  onceAt,
  type Query,
} from './requests.ts';

/** Who may enter the panel: of each company, of each office, and to operate the installation. */
export function people({ get, post, patch, delete: remove }: AdminCalls, list: AdminList) {
  const ofCompany = '/admin/v1/companies/{companyId}/people';
  const ofOffice = '/admin/v1/offices/{officeId}/people';
  const operators = '/admin/v1/operators';
  const person = '/admin/v1/people/{personId}';
  const at = (personId: string) => ({ params: { path: { personId } } });
  return {
    /** Everybody who may sign in to the panel. */
    people: {
      list: (query: Query<'listPeople'> = {}, options: CallOptions = {}) =>
        list('/admin/v1/people', { params: { query }, ...options }),
      lock: (personId: string, options?: CallOptions) => post(`${person}/lock`, { ...at(personId), ...options }),
      unlock: (personId: string, options?: CallOptions) => post(`${person}/unlock`, { ...at(personId), ...options }),
      signOut: (personId: string, options?: CallOptions) => post(`${person}/sign-out`, { ...at(personId), ...options }),
      removeSecondFactor: (personId: string, options?: CallOptions) =>
        remove(`${person}/second-factor`, { ...at(personId), ...options }),
    },
    companyPeople: {
      list: (companyId: string, options?: CallOptions) =>
        get(ofCompany, { params: { path: { companyId } }, ...options }),
      invite: (companyId: string, invitation: AdminSchema<'CompanyInvitation'>, options?: CreateOptions) =>
        post(ofCompany, { ...onceAt({ companyId }, options), body: invitation }),
      setRole: (companyId: string, personId: string, role: AdminSchema<'CompanyRole'>, options?: CallOptions) =>
        patch(`${ofCompany}/{personId}`, { params: { path: { companyId, personId } }, body: { role }, ...options }),
      end: (companyId: string, personId: string, options?: CallOptions) =>
        remove(`${ofCompany}/{personId}`, { params: { path: { companyId, personId } }, ...options }),
      withdraw: (companyId: string, invitationId: string, options?: CallOptions) =>
        remove(`${ofCompany}/invitations/{invitationId}`, {
          params: { path: { companyId, invitationId } },
          ...options,
        }),
    },
    officePeople: {
      list: (officeId: string, options?: CallOptions) => get(ofOffice, { params: { path: { officeId } }, ...options }),
      invite: (officeId: string, invitation: AdminSchema<'OfficeInvitation'>, options?: CreateOptions) =>
        post(ofOffice, { ...onceAt({ officeId }, options), body: invitation }),
      setRole: (officeId: string, personId: string, role: AdminSchema<'OfficeRole'>, options?: CallOptions) =>
        patch(`${ofOffice}/{personId}`, { params: { path: { officeId, personId } }, body: { role }, ...options }),
      end: (officeId: string, personId: string, options?: CallOptions) =>
        remove(`${ofOffice}/{personId}`, { params: { path: { officeId, personId } }, ...options }),
      withdraw: (officeId: string, invitationId: string, options?: CallOptions) =>
        remove(`${ofOffice}/invitations/{invitationId}`, {
          params: { path: { officeId, invitationId } },
          ...options,
        }),
    },
    operators: {
      list: (options?: CallOptions) => get(operators, { ...options }),
      invite: (invitation: AdminSchema<'OperatorInvitation'>, options?: CreateOptions) =>
        post(operators, { ...once(options), body: invitation }),
      setRole: (personId: string, role: AdminSchema<'OperatorRole'>, options?: CallOptions) =>
        patch(`${operators}/{personId}`, { params: { path: { personId } }, body: { role }, ...options }),
      end: (personId: string, options?: CallOptions) =>
        remove(`${operators}/{personId}`, { params: { path: { personId } }, ...options }),
      withdraw: (invitationId: string, options?: CallOptions) =>
        remove(`${operators}/invitations/{invitationId}`, { params: { path: { invitationId } }, ...options }),
    },
  };
}
