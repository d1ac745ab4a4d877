// sample: frontend-types
