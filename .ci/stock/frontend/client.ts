// sample: frontend-client
