// Made from openapi.yaml by `npm run generate`. Do not edit.

/** The version of the contract: what events carry as `apiVersion`. */
export const API_VERSION = '0.1.0';

/** The version of this package, which its requests tell. */
export const SDK_VERSION = '0.1.0';
