// The contract as this deployment serves it. Nothing is asked of any other server: no validator, no fonts, no examples.
const { SwaggerUIBundle } = globalThis as unknown as { SwaggerUIBundle: (options: object) => void };
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  // What a key could be kept by must not outlive the tab.
  persistAuthorization: false,
  queryConfigEnabled: false,
  validatorUrl: null,
});
